import { everything, isObject, type JsonObject } from "../description/json.ts";
import { Account } from "../run/account.ts";
import { type Hook, openHook } from "../run/hook.ts";
import { occur } from "../run/occasion.ts";
import type { Run } from "../run/run.ts";
import { CouldNotRun, must } from "../run/verdict-error.ts";

/** How the receiver has answered: no two alike, two of them successes. Nothing else is likely to be such a number. */
export const failed = [418, 507] as const;
export const succeeded = [298, 299] as const;

/** One of the successes takes its time. It is long enough to count as a second. */
export const slow = { status: succeeded[0], delayMs: 1_100 } as const;

/** What the log has about these deliveries. */
export interface LoggedDeliveries {
  readonly entries: readonly JsonObject[];
  /** The entry of each status; undefined where no member of the entries holds all of them. */
  readonly byStatus: ReadonlyMap<number, JsonObject> | undefined;
}

/** Deliveries, made once for all contracts about the log. What a target repeats of them succeeds. */
export function loggedDeliveries(run: Run): Promise<LoggedDeliveries> {
  return run.once("logged deliveries", async () => {
    const account = await Account.begin(run);
    const replies = [...failed.map((status) => ({ status })), slow, { status: succeeded[1] }];
    const hook = await openHook(account, ["charge.paid"], replies);
    for (let count = 1; count <= replies.length; count += 1) {
      await deliver(account, hook);
      await hook.receives(count);
    }
    const read = async () => entriesOf(await entriesIn(account, hook.id));
    let logged = await read();
    await account.clock.passUntil(async () => {
      logged = await read();
      return logged.byStatus !== undefined;
    }, keptMs);
    if (logged.entries.length === 0 && account.control === undefined) {
      throw new CouldNotRun("not-seen", "only tests were delivered, and the log of their webhook has none of them");
    }
    must(logged.entries.length > 0, "deliveries were made, and the log of their webhook has none");
    return logged;
  });
}

/** Of an event, where that costs nothing: that the log has tests, too, is not documented. */
async function deliver(account: Account, hook: Hook): Promise<void> {
  if (account.control !== undefined) await occur(account);
  else (await account.testDelivery(hook.id)).accepted("test-delivery-triggered");
}

async function entriesIn(account: Account, id: string): Promise<readonly JsonObject[]> {
  const entries = (await account.log(id)).accepted("delivery-log-listed").records().filter(isObject);
  return entries;
}

function entriesOf(entries: readonly JsonObject[]): LoggedDeliveries {
  const statuses = [...failed, ...succeeded];
  for (const name of namesIn(entries)) {
    const byStatus = new Map<number, JsonObject>();
    for (const status of statuses) {
      const entry = entries.find((one) => String(memberOf(one, name)) === String(status));
      if (entry !== undefined) byStatus.set(status, entry);
    }
    if (byStatus.size === statuses.length) return { entries, byStatus };
  }
  return { entries, byStatus: undefined };
}

/** Names of members at any depth, joined by dots. */
export function namesIn(entries: Iterable<JsonObject>): readonly string[] {
  const names = [...entries].flatMap((entry) => [...everything(entry)].map(({ place }) => place.join(".")));
  return [...new Set(names)].filter((name) => name !== "");
}

/** What an entry has under such a name, unless it is a container. */
export function memberOf(entry: JsonObject, name: string): unknown {
  const found = [...everything(entry)].find(({ place }) => place.join(".") === name)?.value;
  return typeof found === "object" ? null : (found ?? null);
}

/** How long a log may take to have its entries; repetitions begin after five seconds. */
const keptMs = 4_000;
