import { type Behaviour, type Receiver, startReceiver } from "../../src/outbound/testing/receiver.ts";
import { type Ask, startSandbox, type TestSandbox, type TestSandboxOptions } from "../../src/testing/start-sandbox.ts";
import { Account, hookHost } from "./account.ts";
import { assertDescribed } from "./described-exchange.ts";

/** When the worlds of these tests begin, if a test says nothing else. */
export const startAt = "2026-03-02T12:00:00.000Z";

/** A sandbox whose every answer is held against the documents before a test sees it. */
export interface CheckedSandbox extends TestSandbox {
  /** The world's first company. */
  readonly account: Account;
  /** The company of another key. */
  accountOf(apiKey: string): Account;
}

/**
 * A world of its own for a test. What is asked of the world alone is a further world of the one server that the test files
 * of a process share: worlds never meet, and a server takes longer to start than most tests. Other parts get a server of their own.
 */
export async function startCheckedSandbox(options: TestSandboxOptions = {}): Promise<CheckedSandbox> {
  const {
    fixture = "default",
    seed = "test",
    startAt: start = startAt,
    clock = { mode: "frozen" },
    ...parts
  } = options;
  if (Object.keys(parts).length > 0) return checkedSandbox(await startSandbox({ startAt, ...options }));
  shared ??= startSandbox();
  const { url, as } = await shared;
  const made = await as(null)("POST", "/sandbox/worlds", { fixture, seed, startAt: start, clock });
  const apiKey = made.text("companies.0.apiKey");
  const end = async () => void (await as(null)("DELETE", `/sandbox/worlds/${made.text("worldId")}`));
  return checkedSandbox({ url, apiKey, ask: as(apiKey), as, [Symbol.asyncDispose]: end });
}

/** A world whose webhooks reach a receiver. */
export interface HookedSandbox extends CheckedSandbox {
  readonly receiver: Receiver;
}

/** A world of its own with a receiver of its own, to which a route leads for the host that the tests' webhooks have. */
export async function startHookedSandbox(
  behaviour: Behaviour | readonly Behaviour[] = "ok",
  options: TestSandboxOptions = {},
): Promise<HookedSandbox> {
  const [sandbox, receiver] = await Promise.all([startCheckedSandbox(options), startReceiver(behaviour)]);
  await sandbox.account.routes({ [hookHost]: receiver.url });
  const end = async () => {
    await sandbox[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  };
  return { ...sandbox, receiver, [Symbol.asyncDispose]: end };
}

/** The server ends with the process that runs the tests, which several files share. */
let shared: Promise<TestSandbox> | undefined;

/** An instant some milliseconds after another, as the wire writes it. */
export function later(instant: string, ms: number): string {
  return new Date(Date.parse(instant) + ms).toISOString();
}

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

function checkedSandbox(sandbox: TestSandbox): CheckedSandbox {
  const as = (apiKey: string | null) => checked(sandbox.as(apiKey));
  const accountOf = (apiKey: string) => new Account(as(apiKey));
  return { ...sandbox, as, ask: as(sandbox.apiKey), account: accountOf(sandbox.apiKey), accountOf };
}

function checked(ask: Ask): Ask {
  return async (method, path, body, headers) => {
    const answer = await ask(method, path, body, headers);
    assertDescribed(method, path, answer);
    return answer;
  };
}
