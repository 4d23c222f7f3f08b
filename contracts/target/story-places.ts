import { SaldoClient } from "../../src/client/saldo-client.ts";
import type { Description } from "../judge/description.ts";
import type { TraceEntry } from "../trace/trace.ts";
import { Account } from "./account.ts";
import { type OnWait, RealTimeClock, SandboxClock, type TargetClock } from "./clock.ts";
import type { CodeSource } from "./codes/code-source.ts";
import { InboxCodes } from "./codes/inbox-codes.ts";
import type { Driver } from "./driver/driver.ts";
import { WorldDriver } from "./driver/world-driver.ts";
import type { Gate } from "./gate.ts";
import type { Receiver } from "./receiver.ts";
import type { Routes } from "./routes.ts";

/** Where a story plays: an account, and what stands for the world around it. */
export interface StoryPlace {
  readonly account: Account;
  readonly driver: Driver;
  readonly codes: CodeSource | undefined;
  /** Leaves nothing of the place behind that could be removed. */
  readonly end: () => Promise<void>;
}

export type StoryPlaces = (story: string, onWait: OnWait) => Promise<StoryPlace>;

interface PlacesParts {
  readonly gate: Gate;
  readonly description: Description;
  readonly routes: Routes;
  readonly trace: TraceEntry[];
  readonly signal: AbortSignal;
}

/** On a deployment, all stories share the user's account. */
export function deploymentPlaces(
  parts: PlacesParts & {
    readonly apiKey: string;
    readonly driverFor: (account: Account) => Driver;
    readonly codes: CodeSource | undefined;
  },
): StoryPlaces {
  const { driverFor, codes, signal, trace } = parts;
  return async (story, onWait) => {
    const account = new Account("own", story, trace, new RealTimeClock(signal, onWait), parts);
    const end = async () => {
      await cancelled(account, parts.gate, story);
      await parts.gate.closeStory(story);
    };
    return { account, driver: driverFor(account), codes, end };
  };
}

/** As its own requests, so that the trace tells what became of them; nothing may be sent any more after an abort. */
async function cancelled(account: Account, gate: Gate, story: string): Promise<void> {
  // One that was asked for together with one whose answer was lost may still open a withdrawal.
  await gate.settled(story);
  const own = gate.guard.ledger.open.filter((opened) => opened.story === story);
  for (const { withdrawId, apiKey } of own) {
    const owner = account.withKey(apiKey);
    await owner.cancel(withdrawId).catch(() => {});
  }
}

/** On a sandbox, every story has a world of its own, which is deleted when it ends. */
export function sandboxPlaces(
  parts: PlacesParts & {
    readonly url: string;
    readonly adminToken?: string | undefined;
    readonly receiver: Receiver;
    readonly made?: Set<Promise<AsyncDisposable>> | undefined;
  },
): StoryPlaces {
  const { gate, url, adminToken, receiver, trace, made } = parts;
  const stranger = new SaldoClient({ url, apiKey: null, adminToken, fetch: gate.control });
  return async (story) => {
    const making = stranger.world({ fixture: "default", seed: story });
    made?.add(making);
    const world = await making;
    for (const { apiKey } of world.companies) gate.own(apiKey);
    await world.routes.set({ [new URL(receiver.url).hostname]: receiver.origin });
    const { now } = await world.clock.read();
    const clock: TargetClock = new SandboxClock(world.clock, Date.parse(now));
    const account = new Account(`${story} (${world.worldId})`, story, trace, clock, { ...parts, apiKey: world.apiKey });
    const driver = new WorldDriver(world, gate, (ms) => clock.pass(ms));
    const end = () => world[Symbol.asyncDispose]();
    return { account, driver, codes: new InboxCodes(world), end };
  };
}

/** What webhooks of a run point to in a sandbox, whose routes lead from there to the receiver. */
export const routedUrl = "http://contracts.saldo.dev";
