import { UserError } from "../../src/cli/user-error.ts";
import type { SaldoClient } from "../../src/client/saldo-client.ts";
import { carriedOut } from "../../src/client/unexpected-answer.ts";
import { MAX_LISTED } from "../../src/client/wait.ts";
import type { EventsListed } from "../../src/spec/generated/control-api.ts";
import { allowed } from "../../src/spec/nearest.ts";
import type { RecordedCall, RecordedEvent } from "./draft.ts";

/** What a sandbox keeps of a world since a place of its history. */
export interface RecordedWorld {
  /** The company whose key a scenario sends. */
  readonly ownCompanyId: string;
  readonly beginsAt: number;
  readonly start: number;
  readonly now: number;
  readonly saveFile: Readonly<Record<string, unknown>>;
  /** To which deliveries go. */
  readonly webhookHosts: readonly string[];
  /** All that are kept, oldest first, also those before the start. */
  readonly events: readonly RecordedEvent[];
  /** Those since the start, oldest first. */
  readonly calls: readonly RecordedCall[];
}

/** Reads a world. Throws `UserError` when something since the start is not kept any more. */
export async function readWorld(client: SaldoClient, since: string | undefined): Promise<RecordedWorld> {
  const { control } = client;
  const world = await carriedOut(control.GET("/world"));
  const [own] = world.companies;
  if (own === undefined) throw new UserError("the world has no company, so nothing can have been done in it");
  if (since === undefined && world.horizon > 0)
    throw new UserError("the beginning of this world's history is forgotten; set a bookmark and record with --since");
  // The first place that one can go back to is where the world began, because nothing is forgotten.
  const start = since === undefined ? world.rewindableFrom : await bookmarkNamed(client, since);
  const saved = await carriedOut(control.GET("/world/save-file", { params: { query: { position: start } } }));
  const events = await eventsOf(client);
  if (world.horizon > start)
    throw new UserError(`the history after ${since ?? "the beginning"} is partly forgotten; record sooner`);
  const calls = await callsSince(client, start);
  const beginsAt = Number(Object(saved.world).at);
  return {
    ownCompanyId: own.companyId,
    beginsAt,
    start,
    now: Date.parse(world.now),
    saveFile: saved.world,
    webhookHosts: hostsIn([saved.world, events.filter(({ type }) => type.startsWith("Webhook"))]),
    events,
    calls,
  };
}

async function bookmarkNamed({ control }: SaldoClient, name: string): Promise<number> {
  const { bookmarks } = await carriedOut(control.GET("/bookmarks"));
  const found = bookmarks.find((bookmark) => bookmark.name === name);
  if (found !== undefined) return found.position;
  throw new UserError(`--since ${name}: there is no such bookmark; ${allowed(bookmarks.map((one) => one.name))}`);
}

async function eventsOf({ history }: SaldoClient): Promise<readonly RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const { events, next }: EventsListed = await history.events({ after, limit: MAX_LISTED });
    all.push(...events);
    after = next;
  }
  return all;
}

/** Throws `UserError` when the journal has dropped some of them. */
async function callsSince({ history }: SaldoClient, start: number): Promise<readonly RecordedCall[]> {
  const requests = await history.requests({ limit: MAX_LISTED });
  const oldest = requests.at(-1);
  if (oldest !== undefined && oldest.requestId > 1 && oldest.position >= start)
    throw new UserError(
      `the journal of calls has dropped ${oldest.requestId - 1} calls, some of them perhaps since the start of the recording; it keeps the last ${requests.length}. Record sooner, or since a later bookmark`,
    );
  const pending = requests.find(({ durationMs }) => durationMs === null);
  if (pending !== undefined)
    throw new UserError(`the call ${pending.method} ${pending.path} has not ended yet; record later`);
  return requests.filter(({ position }) => position >= start).reverse();
}

/** Returns the hosts of all webhooks that a world has had: a delivery must not go where the world sent it. */
function hostsIn(kept: unknown): readonly string[] {
  const urls = JSON.stringify(kept).matchAll(/"url":"([^"]*)"/g);
  const hosts = Array.from(urls, ([, url = ""]) => URL.parse(url)?.hostname.replace(/\.$/, "") ?? "");
  return [...new Set(hosts)].filter((host) => host !== "").sort();
}
