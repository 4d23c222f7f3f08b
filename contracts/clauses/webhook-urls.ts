import { everything } from "../judge/json.ts";
import { webhookGuarded } from "../stories/deliveries.ts";
import { type Call, isSuccess, type TraceEntry, wasRejected } from "../trace/trace.ts";
import { clause } from "./clause.ts";
import { each, mustBeRejected, NotJudged } from "./judging.ts";

const rules = [
  ["localhost", "No webhook can be created for `localhost`.", /^localhost$/],
  ["private-10", "No webhook can be created for an address that begins with 10.", /^10\.\d+\.\d+\.\d+$/],
  [
    "private-172",
    "No webhook can be created for an address from 172.16.0.0 to 172.31.255.255.",
    /^172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+$/,
  ],
  ["private-192-168", "No webhook can be created for an address that begins with 192.168.", /^192\.168\.\d+\.\d+$/],
  ["example-com", "No webhook can be created for the domain `example.com`.", /^example\.com$/],
  ["test-domain", "No webhook can be created for a domain that ends in `.test`.", /\.test$/],
  ["local-domain", "No webhook can be created for a domain that ends in `.local`.", /\.local$/],
] as const;

/** Where no webhook may point to. */
export const webhookUrlsClauses = rules.map(([name, text, host]) =>
  clause({ id: `webhook-urls.${name}`, section: "Errors", text, needs: [webhookGuarded] }, ({ trace }) => {
    const creations = trace.filter((entry) => entry.kind === "call").filter(isCreation);
    // They are rejected for what they are: with the same members another one is accepted.
    const accepted = creations.filter((call) => isSuccess(call) && hostOf(call) !== undefined);
    if (accepted.length === 0) throw new NotJudged("no webhook could be created");
    const own = creations.filter((call) => host.test(hostOf(call) ?? "") && accepted.some((one) => isAlike(one, call)));
    return each(own, (call) =>
      mustBeRejected(`a webhook for ${hostOf(call)}`)({
        call,
        accepted: isSuccess(call),
        rejected: wasRejected(call),
      }),
    );
  }),
);

function isCreation(entry: TraceEntry & Call): boolean {
  return entry.operationId === "createWebhook" && entry.credential === "own";
}

function isAlike(one: Call, other: Call): boolean {
  return Object.keys(one.request.members).join() === Object.keys(other.request.members).join();
}

function hostOf({ request }: Call): string | undefined {
  const texts = [...everything(request.members)].map(({ value }) => String(value));
  const url = texts.find((text) => /^https?:/.test(text));
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined;
}
