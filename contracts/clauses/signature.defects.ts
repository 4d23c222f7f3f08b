import type { Defect } from "../defects/defect.ts";

const webhookRequest = "src/outbound/webhook-request.ts";
const signature = "src/outbound/signature.ts";

const signed = "sign(request.secret, payloadOf(request.body).bytes),";

export const signatureDefects: readonly Defect[] = [
  {
    id: "signature-in-base64",
    breaks: ["signature.form"],
    file: signature,
    find: '.digest("hex")}',
    replace: '.digest("base64")}',
  },
  {
    id: "signature-without-algorithm",
    breaks: ["signature.form"],
    file: signature,
    find: "`sha256=${",
    replace: "`${",
  },
  {
    id: "signed-with-another-hash",
    breaks: ["signature.raw-body"],
    file: signature,
    find: 'createHmac("sha256", secret)',
    replace: 'createHmac("sha3-256", secret)',
  },
  {
    // By a library that writes JSON in ASCII, while another one writes what is sent.
    id: "signed-with-escaped-letters",
    breaks: ["signature.raw-body"],
    file: webhookRequest,
    find: signed,
    replace: `sign(request.secret, request.body.replace(/[^\\x00-\\x7f]/g, (unit) => "\\\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"))),`,
  },
  {
    // The same with one that escapes slashes.
    id: "signed-with-escaped-slashes",
    breaks: ["signature.raw-body"],
    file: webhookRequest,
    find: signed,
    replace: 'sign(request.secret, request.body.replaceAll("/", "\\\\/")),',
  },
  {
    id: "signed-in-another-order",
    breaks: ["signature.raw-body"],
    file: webhookRequest,
    find: signed,
    replace: `sign(
      request.secret,
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(request.body)).sort(([a], [b]) => (a < b ? -1 : 1)))),
    ),`,
  },
  {
    id: "signed-with-the-time-before-the-body",
    breaks: ["signature.raw-body"],
    file: webhookRequest,
    find: signed,
    replace: 'sign(request.secret, String(request.sentAt) + "." + request.body),',
  },
  {
    id: "signed-with-part-of-the-secret",
    breaks: ["signature.raw-body"],
    file: webhookRequest,
    find: signed,
    replace: 'sign(request.secret.replace("whsec_", ""), request.body),',
  },
  {
    id: "all-signed-with-the-first-secret",
    breaks: ["signature.own-secret"],
    file: "src/engine/world/dispatcher.ts",
    find: "secret: this.#secretOf(webhookId),",
    replace: "secret: this.#secretOf([...world.webhooks.keys()][0] ?? webhookId),",
  },
  {
    id: "one-secret-for-a-company",
    breaks: ["signature.own-secret"],
    file: "src/domain/webhook.ts",
    find: 'deriveHex(48, seed, "webhook-secret", webhookId)',
    replace: 'deriveHex(48, seed, "webhook-secret", webhookId.slice(0, 4))',
  },
];
