import { isSignedWith } from "../model/webhooks.ts";
import { eventsTold } from "../stories/deliveries.ts";
import type { Arrival } from "../trace/trace.ts";
import { clause, every, right } from "./clause.ts";
import { attemptsIn } from "./deliveries.ts";
import { Broken, each, NotJudged } from "./judging.ts";

const documented = { section: "Events: Delivery headers", needs: [eventsTold] } as const;

/** How deliveries are signed, tests too. */
export const signatureClauses = [
  right({
    ...documented,
    id: "signature.form",
    text: "`X-Webhook-Signature` is `sha256=` and 64 hexadecimal digits.",
    those: attemptsIn,
    wrong: (attempt) => {
      const signature = attempt.headers["x-webhook-signature"] ?? "missing";
      return (
        !isWellFormed(attempt) && `X-Webhook-Signature must be sha256= and 64 hexadecimal digits, and is ${signature}`
      );
    },
  }),
  clause({
    ...documented,
    id: "signature.raw-body",
    text: "The signature is the HMAC-SHA256 of the bytes that arrive, and a webhook's secret is its key.",
    judge: (seen) => {
      const secrets = seen.hooks.flatMap(({ secretTexts }) => secretTexts);
      if (seen.hooks.some(({ secretTexts }) => secretTexts.length === 0))
        throw new NotJudged("no secret was shown (webhooks.secret-shown-at-creation)");
      return each(attemptsIn(seen).filter(isWellFormed), (attempt) => {
        if (secrets.some((secret) => isSignedWith(secret, attempt))) return;
        throw new Broken("the signature is not the HMAC-SHA256 of the body as it came, with the secret as key", [
          attempt,
        ]);
      });
    },
  }),
  every({
    ...documented,
    id: "signature.own-secret",
    section: "Resources and their fields: Webhook",
    text: "Of two webhooks each gets signatures made with its own secret.",
    those: ({ hooks }) => {
      const signed = hooks.flatMap((hook) =>
        hook.deliveries.flatMap(({ attempts }) =>
          attempts.flatMap((attempt) => {
            const signer = hooks.find(({ secretTexts }) => secretTexts.some((secret) => isSignedWith(secret, attempt)));
            return signer === undefined ? [] : [{ hook, attempt, signer }];
          }),
        ),
      );
      return new Set(signed.map(({ hook }) => hook)).size > 1 ? signed : [];
    },
    judge: ({ hook, attempt, signer }) => {
      // A creation may be repeated, and worlds of a sandbox may begin alike.
      if (signer.url === hook.url || signer.account !== hook.account) return;
      throw new Broken("what a webhook gets is signed with the secret of another one", [attempt]);
    },
  }),
];

function isWellFormed({ headers }: Arrival): boolean {
  return /^sha256=[0-9a-f]{64}$/i.test(headers["x-webhook-signature"] ?? "");
}
