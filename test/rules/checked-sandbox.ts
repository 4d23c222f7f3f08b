import { test } from "vitest";
import { Answer } from "../../src/client/answer.ts";
import { SaldoWorld } from "../../src/client/saldo-client.ts";
import { type Behaviour, type Receiver, startReceiver } from "../../src/outbound/testing/receiver.ts";
import { startSandbox, type TestSandboxOptions } from "../../src/testing/start-sandbox.ts";
import { Account, hookHost } from "./account.ts";
import { assertDescribed } from "./described-exchange.ts";

/** When the worlds of these tests begin, if a test says nothing else. */
export const startAt = "2026-03-02T12:00:00.000Z";

/** A world whose answers are all checked against the documents before a test sees them. */
export class CheckedSandbox extends SaldoWorld {
  /** The world's first company. */
  readonly account: Account;

  constructor(
    { url, worldId, companies }: Pick<SaldoWorld, "url" | "worldId" | "companies">,
    end: () => Promise<void>,
  ) {
    super({ url, fetch: checkedFetch }, worldId, companies, end);
    this.account = new Account(this.ask);
  }

  /** The company of another key. */
  accountOf(apiKey: string): Account {
    return new Account(this.as(apiKey));
  }
}

/**
 * A world of its own for a test. What is asked of the world alone is a further world of the one server that the test files
 * of a process share: worlds never meet, and a server takes longer to start than most tests. Other parts get a server of their own.
 */
export async function startCheckedSandbox(options: TestSandboxOptions = {}): Promise<CheckedSandbox> {
  const world = await startWorld(options);
  return new CheckedSandbox(world, () => world[Symbol.asyncDispose]());
}

async function startWorld(options: TestSandboxOptions): Promise<SaldoWorld> {
  const { fixture, seed, startAt, clock, ...parts } = options;
  if (Object.keys(parts).length > 0) return startSandbox(options);
  shared ??= startSandbox();
  const given = Object.entries({ fixture, seed, startAt, clock }).filter(([, value]) => value !== undefined);
  return (await shared).world(Object.fromEntries(given));
}

/** A world whose webhooks reach a receiver. */
export class HookedSandbox extends CheckedSandbox {
  readonly receiver: Receiver;

  constructor(world: SaldoWorld, receiver: Receiver) {
    super(world, async () => {
      await world[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    });
    this.receiver = receiver;
  }
}

/** A world of its own with a receiver of its own, to which a route leads for the host that the tests' webhooks have. */
export async function startHookedSandbox(behaviour: Behaviour | readonly Behaviour[] = "ok"): Promise<HookedSandbox> {
  const [world, receiver] = await Promise.all([startWorld({}), startReceiver(behaviour)]);
  const sandbox = new HookedSandbox(world, receiver);
  await sandbox.routes.set({ [hookHost]: receiver.url });
  return sandbox;
}

/** The server ends with the process that runs the tests, which several files share. */
let shared: Promise<SaldoWorld> | undefined;

/** A test in a world of its own, of which it is given what it names. */
export const it = test
  .extend("sandbox", async ({ task: _ }, { onCleanup }) => {
    const sandbox = await startCheckedSandbox();
    onCleanup(() => sandbox[Symbol.asyncDispose]());
    return sandbox;
  })
  .extend("account", ({ sandbox }) => sandbox.account)
  .extend("ask", ({ sandbox }) => sandbox.ask);

/** An instant some milliseconds after another, as the wire writes it. */
export function later(instant: string, ms: number): string {
  return new Date(Date.parse(instant) + ms).toISOString();
}

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Throws where an answer is not one that the document describes. */
async function checkedFetch(request: Request): Promise<Response> {
  const response = await fetch(request);
  const text = await response.clone().text();
  const { pathname, search } = new URL(request.url);
  const answer = new Answer(response.status, response.headers, text === "" ? null : JSON.parse(text));
  assertDescribed(request.method, pathname + search, answer);
  return response;
}
