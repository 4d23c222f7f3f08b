import { everything, valuesIn } from "../judge/json.ts";
import type { Account } from "../target/account.ts";
import { type Call, isSuccess } from "../trace/trace.ts";

/** Names under which APIs take the parts of a webhook, the described one first. */
const names = {
  url: ["url", "endpoint", "endpointUrl", "targetUrl", "callbackUrl", "webhookUrl", "callback", "address", "uri"],
  name: ["name", "label", "title", "description", "alias", "identifier"],
  events: ["events", "eventTypes", "event_types", "eventNames", "topics", "types", "subscriptions"],
} as const;

interface WantedWebhook {
  readonly url: string;
  readonly name: string;
  readonly events: readonly string[];
}

/**
 * Creates a webhook on a target whose names for its parts the document does not show: first with the described names, then
 * with all that are usual at once. Returns the call that was accepted, or the last that was rejected.
 */
export async function createByAnyName(account: Account, { url, name, events }: WantedWebhook): Promise<Call> {
  const plain = await account.call("createWebhook", { url, name, events });
  if (isSuccess(plain)) return plain;
  const members = [
    ...names.url.map((key) => [key, url]),
    ...names.name.map((key) => [key, name]),
    ...names.events.map((key) => [key, events]),
  ];
  const call = await account.call("createWebhook", Object.fromEntries(members));
  // Where an empty one is refused in the same way, the parts of the webhook are not the reason.
  if (call.response?.status === 401 || call.response?.status === 403) await account.call("createWebhook", {});
  return call;
}

/**
 * Returns the webhook's identifier: what the request for a log takes, among the values that the creation's response has and
 * the request had not. Undefined when none is taken, or when one that belongs to nothing is taken as well.
 */
export async function findWebhookId(account: Account, creation: Call, name?: string): Promise<string | undefined> {
  const sent = new Set(valuesIn(creation.request.members));
  const candidates = [...everything(creation.response?.json)]
    .filter(({ value }) => (typeof value === "string" || typeof value === "number") && !sent.has(value))
    .filter(({ place }) => name === undefined || place.at(-1) === name)
    .toSorted((a, b) => likeness(b.place.at(-1)) - likeness(a.place.at(-1)))
    .map(({ value }) => String(value));
  for (const id of candidates.slice(0, 10)) {
    if (isSuccess(await account.call("listWebhookLogs", {}, { id }))) return id;
  }
  return undefined;
}

/** A member that is called like an identifier is tried first, so that no secret is put into a path without need. */
function likeness(name = ""): number {
  return /^(?:webhook_?)?id$/i.test(name) ? 2 : /id$/i.test(name) ? 1 : 0;
}
