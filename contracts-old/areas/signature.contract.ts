import { contract } from "../run/contract.ts";
import { must } from "../run/verdict-error.ts";
import { type Delivered, deliveries } from "./told-deliveries.ts";

contract("signature.form", async (run) => {
  for (const delivered of await deliveries(run)) {
    const signature = signatureOf(delivered);
    const isWellFormed = /^sha256=[0-9a-f]{64}$/i.test(signature);
    must(
      isWellFormed,
      `X-Webhook-Signature must be sha256= and 64 hexadecimal digits, and is ${signature || "missing"}`,
    );
  }
});

contract("signature.raw-body", async (run) => {
  for (const delivered of await deliveries(run)) {
    must(
      isSignedFor(delivered),
      `the signature must be the HMAC-SHA256 of the body as it came, and is ${signatureOf(delivered)}`,
    );
  }
});

contract("signature.own-secret", async (run) => {
  const all = await deliveries(run);
  const [one, other] = [...new Set(all.map(({ hook }) => hook))];
  must(one !== undefined && other !== undefined, "two webhooks must have got deliveries");
  must(one.secret !== other.secret, "two webhooks must have different secrets");
  for (const { hook, ...delivered } of all) {
    must(isSignedFor({ hook, ...delivered }), "what a webhook gets must be signed with its own secret");
    const isOfOther = isSignedFor({ ...delivered, hook: hook === one ? other : one });
    must(!isOfOther, "what a webhook gets must not be signed with the secret of another one");
  }
});

/** Whether the digits are of lower or upper case is not shown. */
function isSignedFor(delivered: Delivered): boolean {
  return signatureOf(delivered).toLowerCase() === delivered.hook.signatureOf(delivered.attempt.body);
}

function signatureOf({ attempt }: Pick<Delivered, "attempt">): string {
  return attempt.headers["x-webhook-signature"] ?? "";
}
