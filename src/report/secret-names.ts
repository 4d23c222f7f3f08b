/** What is written in the place of what must not be shown. */
export const redacted = "[redacted]";

/** Of headers and of JSON properties alike: whatever stands under such a name opens something, or is about a person. */
const secretNames = [
  ...["x-api-key", "authorization", "cookie", "set-cookie", "x-webhook-signature"],
  ...["otpCode", "secret", "apiKey", "pixKey", "email", "phone", "document", "cpf", "cnpj"],
].map(plainName);

export const defaultSecretNames: ReadonlySet<string> = new Set(secretNames);

/** Its case, `-` and `_` do not matter. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}
