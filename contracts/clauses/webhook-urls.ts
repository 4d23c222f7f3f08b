import { valuesIn } from "../judge/json.ts";
import { answered } from "../model/withdrawals.ts";
import { webhookGuarded } from "../stories/deliveries.ts";
import { ownCallsOf } from "../trace/find.ts";
import { type Call, isSuccess } from "../trace/trace.ts";
import { every } from "./clause.ts";
import { mustBeRejected, NotJudged } from "./judging.ts";

const rules = [
  ["localhost", "`localhost`", /^localhost$/],
  ["private-10", "an address that begins with 10", /^10\.\d+\.\d+\.\d+$/],
  ["private-172", "an address from 172.16.0.0 to 172.31.255.255", /^172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+$/],
  ["private-192-168", "an address that begins with 192.168", /^192\.168\.\d+\.\d+$/],
  ["example-com", "the domain `example.com`", /^example\.com$/],
  ["test-domain", "a domain that ends in `.test`", /\.test$/],
  ["local-domain", "a domain that ends in `.local`", /\.local$/],
] as const;

/** Where no webhook may point to. */
export const webhookUrlsClauses = rules.map(([name, what, host]) => {
  const text = `No webhook can be created for ${what}.`;
  return every({
    id: `webhook-urls.${name}`,
    section: "Errors",
    text,
    needs: [webhookGuarded],
    those: ({ trace }) => {
      const creations = ownCallsOf(trace, "createWebhook");
      // They are rejected for what they are: with the same members another one is accepted.
      const accepted = creations.filter((call) => isSuccess(call) && hostOf(call) !== undefined);
      if (accepted.length === 0) throw new NotJudged("no webhook could be created");
      return creations.filter((call) => host.test(hostOf(call) ?? "") && accepted.some((one) => isAlike(one, call)));
    },
    judge: (call) => mustBeRejected(`a webhook for ${hostOf(call)}`)(answered(call)),
  });
});

function isAlike(one: Call, other: Call): boolean {
  return Object.keys(one.request.members).join() === Object.keys(other.request.members).join();
}

function hostOf({ request }: Call): string | undefined {
  const url = valuesIn(request.members)
    .map(String)
    .find((text) => /^https?:/.test(text));
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined;
}
