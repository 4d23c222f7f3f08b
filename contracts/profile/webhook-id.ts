import { everything, textOf, valuesIn } from "../judge/json.ts";
import type { Account } from "../target/account.ts";
import { locatedIn } from "../trace/find.ts";
import { type Call, isSuccess } from "../trace/trace.ts";

/**
 * Returns the webhook's identifier: what the request for a log takes, among the values that the creation's response has and
 * the request had not. Undefined when none is taken, or when one that belongs to nothing is taken as well.
 */
export async function findWebhookId(
  account: Pick<Account, "call">,
  creation: Call,
  name?: string,
): Promise<string | undefined> {
  const sent = new Set(valuesIn(creation.request.members));
  const candidates = [...everything(creation.response?.json)]
    .filter(({ value }) => textOf(value) !== undefined && !sent.has(value) && value !== "")
    .filter(({ place }) => name === undefined || place.at(-1) === name)
    .toSorted((a, b) => likeness(b.place.at(-1)) - likeness(a.place.at(-1)))
    .map(({ value }) => String(value));
  // It may stand in a header only, or be the name that the request gave.
  const others = [...locatedIn(creation.response), String(creation.request.members.name)];
  for (const id of [...candidates.slice(0, 10), ...others]) {
    if (isSuccess(await account.call("listWebhookLogs", {}, { id }))) return id;
  }
  return undefined;
}

/** A member that is called like an identifier is tried first, so that no secret is put into a path without need. */
function likeness(name = ""): number {
  return /^(?:webhook_?)?id$/i.test(name) ? 2 : /id$/i.test(name) ? 1 : 0;
}
