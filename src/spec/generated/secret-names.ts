// Generated from openapi/*.yaml by scripts/build-specs.ts. Do not edit.

/** The names of what the documents mark with `x-secret`. */
export const secretNames: readonly string[] = ["X-API-KEY","X-Webhook-Signature","apiKey","otpCode","secret"];
