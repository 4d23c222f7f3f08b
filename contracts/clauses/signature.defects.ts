import { type Defect, planted } from "../defects/defect.ts";

const webhookRequest = "src/outbound/webhook-request.ts";
const signature = "src/outbound/signature.ts";

const signed = "sign(request.secret, payloadOf(request.body).bytes),";

export const signatureDefects: readonly Defect[] = [
  ...planted(signature, '.digest("hex")}', {
    "signature-in-base64 breaks signature.form": '.digest("base64")}',
  }),
  ...planted(signature, "`sha256=${", {
    "signature-without-algorithm breaks signature.form": "`${",
  }),
  ...planted(signature, 'createHmac("sha256", secret)', {
    "signed-with-another-hash breaks signature.raw-body": 'createHmac("sha3-256", secret)',
  }),
  ...planted(webhookRequest, signed, {
    // By a library that writes JSON in ASCII, while another one writes what is sent.
    "signed-with-escaped-characters breaks signature.raw-body": `sign(request.secret, request.body.replace(/[^\\x00-\\x7f]/g, (unit) => "\\\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"))),`,
    // The same with one that escapes slashes.
    "signed-with-escaped-slashes breaks signature.raw-body":
      'sign(request.secret, request.body.replaceAll("/", "\\\\/")),',
    "signed-in-another-order breaks signature.raw-body": `sign(
      request.secret,
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(request.body)).sort(([a], [b]) => (a < b ? -1 : 1)))),
    ),`,
    "signed-with-the-time-before-the-body breaks signature.raw-body":
      'sign(request.secret, String(request.sentAt) + "." + request.body),',
    "signed-with-part-of-the-secret breaks signature.raw-body":
      'sign(request.secret.replace("whsec_", ""), request.body),',
  }),
  ...planted("src/engine/world/dispatcher.ts", "secret: this.#secretOf(webhookId),", {
    "all-signed-with-the-first-secret breaks signature.own-secret":
      "secret: this.#secretOf([...world.webhooks.keys()][0] ?? webhookId),",
  }),
  ...planted("src/domain/webhook.ts", 'deriveHex(48, seed, "webhook-secret", webhookId)', {
    "one-secret-for-a-company breaks signature.own-secret":
      'deriveHex(48, seed, "webhook-secret", webhookId.slice(0, 4))',
  }),
];
