import { UnusableSecret } from "../../src/client/header-secret.ts";
import { UnusableSegment } from "../../src/client/path-segment.ts";
import { type SharedWaits, Stage, type StageParts } from "../stories/stage.ts";
import type { Story } from "../stories/story.ts";
import { StoryEnded } from "../stories/story-ended.ts";
import { type CodeRequest, type CodeSource, NoCode } from "../target/codes/code-source.ts";
import type { Capability } from "../target/driver/capability.ts";
import { DriverError } from "../target/driver/driver.ts";
import type { Gate } from "../target/gate.ts";
import { LostAnswer } from "../target/lost-answer.ts";
import { type Denial, NotAllowed } from "../target/permissions.ts";
import type { Receiver } from "../target/receiver.ts";
import type { StoryPlace, StoryPlaces } from "../target/story-places.ts";
import type { TraceEntry } from "../trace/trace.ts";
import type { Progress } from "./options.ts";
import { Turns } from "./turns.ts";

export interface Played {
  readonly story: Story;
  /** Why it could not go on; absent when it was played to its end. */
  readonly reason?: string;
  readonly seen: readonly TraceEntry[];
  /** Capabilities that would have shown more of it. */
  readonly lacked?: ReadonlySet<Capability>;
  /** What was not allowed, so that it was left out. */
  readonly denial?: Denial | undefined;
  /** Whether an answer was lost without which it could not go on. */
  readonly isSpoiled?: boolean;
  /** A mistake of the suite, not of the target. */
  readonly mistake?: Error;
}

export interface Players {
  readonly gate: Gate;
  readonly places: StoryPlaces;
  readonly receiver: Receiver;
  readonly trace: TraceEntry[];
  readonly has: ReadonlySet<Capability>;
  /** Whether stories share an account, where one withdrawal can be open at a time. */
  readonly isShared: boolean;
  /** Amount of withdrawals; a text says why there is none. */
  readonly value: number | string;
  /** Whether another amount will do: others may be too small, or wait for an approval. */
  readonly mayVary: boolean;
  readonly patienceMs: number;
  readonly listenMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Plays stories. On a shared account, those that open withdrawals come one after the other, beside all others. */
export async function playAll(stories: readonly Story[], players: Players): Promise<readonly Played[]> {
  const turns = new Turns(players.isShared ? 1 : MAX_AT_ONCE);
  const others = new Turns(MAX_AT_ONCE);
  const shared: SharedWaits = { newCodesMissed: 0, codesMissed: 0, lasting: new Set(), hooks: new Set() };
  let done = 0;
  const play = async (story: Story) => {
    const own = story.needs.includes("open") ? turns : others;
    let end: (() => void) | undefined = await own.take();
    const turn: Turn = {
      onlyWaits: () => {
        end?.();
        end = undefined;
      },
      // One that has its turn still keeps it, in place of a place behind all others.
      opensAgain: async () => {
        end ??= await own.take();
      },
    };
    const count = () => ({ story: story.name, done, of: stories.length });
    players.onProgress({ kind: "began", ...count() });
    try {
      let played = await playOne(story, players, shared, turn);
      // What a lost answer has spoiled is played again from its beginning.
      for (let nth = 1; played.isSpoiled === true && nth < MAX_PLAYS; nth += 1) {
        await turn.opensAgain();
        played = await playOne(story, players, shared, turn);
      }
      return played;
    } finally {
      turn.onlyWaits();
      done += 1;
      players.onProgress({ kind: "ended", ...count() });
    }
  };
  const played: Played[] = [];
  for (const left of [undefined, "locked", "empty"] as const) {
    played.push(...(await Promise.all(stories.filter(({ leaves }) => leaves === left).map(play))));
  }
  return played;
}

type Turn = Pick<StageParts, "onlyWaits" | "opensAgain">;

async function playOne(story: Story, players: Players, shared: SharedWaits, turn: Turn): Promise<Played> {
  const ended = (how: Partial<Played>): Played => ({ story, seen: [], ...how });
  if (players.signal.aborted) return ended({ reason: interrupted });
  let place: StoryPlace | undefined;
  const lacked = new Set<Capability>();
  try {
    if (typeof players.value === "string" && story.needs.includes("open")) throw new StoryEnded(players.value);
    const valueCents = centsOf(players);
    const maySettle = reserved(story, valueCents, players);
    place = await players.places(story.name, (what, until) =>
      players.onProgress({ kind: "waits", story: story.name, what, until }),
    );
    await story.play(stageOf(story, place, players, { shared, valueCents, maySettle, lacked, ...turn }));
    return ended({ denial: players.gate.denialIn(story.name), lacked });
  } catch (error) {
    return ended(reasonOf(error, players.signal));
  } finally {
    await place?.end().catch(() => {});
  }
}

/** Returns whether the story may pay out. Throws when it needs to and the budget is too small for all of it. */
function reserved({ name, needs, price }: Story, valueCents: number, { gate, has }: Players): boolean {
  if (!has.has("settle") || price.payouts === 0) return has.has("settle");
  const cents = price.payouts * valueCents;
  if (gate.reserve(name, cents)) return true;
  if (!needs.includes("settle")) return false;
  const left = gate.guard.ledger.freeCents;
  throw new StoryEnded(`it pays out ${cents} cents, and ${left} cents of the budget are left (--budget)`);
}

function centsOf({ value, mayVary, gate }: Players): number {
  const cents = typeof value === "number" ? value : 0;
  return mayVary ? gate.guard.ledger.likelyCents(cents) : cents;
}

/** What a story has for itself. */
interface Own extends Turn, Pick<StageParts, "shared" | "valueCents"> {
  readonly maySettle: boolean;
  readonly lacked: Set<Capability>;
}

function stageOf(
  story: Story,
  { account, driver, codes }: StoryPlace,
  players: Players,
  { maySettle, lacked, ...own }: Own,
): Stage {
  const { has, trace, receiver, gate, patienceMs, listenMs, signal } = players;
  const { valueCents, shared } = own;
  const may = (capability: Capability) => {
    const is = capability === "settle" ? maySettle : has.has(capability);
    if (!is) lacked.add(capability);
    return is;
  };
  return new Stage({
    ...{ account, trace, receiver, driver, listenMs, may, ...own },
    story: story.name,
    patienceMs: account.clock.isAdvanced ? Number.POSITIVE_INFINITY : patienceMs,
    standing: (withdrawId) => gate.guard.ledger.standing(withdrawId),
    readCode: async (withdrawId, sentAfter, known) => {
      if (codes === undefined) throw new StoryEnded("needs a way to the codes (--otp)");
      const mayPay = maySettle && story.price.payouts > 0;
      const request = { withdrawId, valueCents, mayPay, sentAfter, known, apiKey: account.apiKey };
      const read = await readPatiently(codes, request, signal, shared);
      gate.guard.ledger.codeRead(withdrawId, read.code);
      return read;
    },
  });
}

/** Once a code did not come, the next ones get less time: a target that sends none must not cost hours. */
async function readPatiently(codes: CodeSource, request: CodeRequest, signal: AbortSignal, shared: SharedWaits) {
  const isShort = shared.codesMissed > 0 && codes.isPerson !== true;
  const limit = isShort ? AbortSignal.any([signal, AbortSignal.timeout(SHORT_CODE_WAIT_MS)]) : signal;
  try {
    return await codes.read(request, limit);
  } catch (error) {
    signal.throwIfAborted();
    if (!limit.aborted) {
      if (error instanceof NoCode && error.isMissing) shared.codesMissed += 1;
      throw error;
    }
    throw new NoCode(
      `no code came within ${SHORT_CODE_WAIT_MS / 1_000} s, and an earlier one did not come either`,
      true,
    );
  }
}

function reasonOf(error: unknown, signal: AbortSignal): Partial<Played> {
  if (signal.aborted) return { reason: interrupted };
  if (error instanceof LostAnswer) return { reason: error.message, isSpoiled: true };
  if (error instanceof StoryEnded) return { reason: error.message, seen: error.seen };
  const mistake = error instanceof Error ? error : new Error(String(error));
  if (endings.some((known) => error instanceof known)) return { reason: mistake.message };
  return { reason: `the suite made a mistake: ${mistake.message}`, mistake };
}

/** What says why a story cannot go on, beside `StoryEnded`. */
const endings = [NotAllowed, NoCode, DriverError, UnusableSegment, UnusableSecret];

export const interrupted = "the run was interrupted";

/** A story that makes a hundred requests is spoiled by every second network that loses one in a hundred. */
export const MAX_PLAYS = 8;

const SHORT_CODE_WAIT_MS = 15_000;

/** A few, so that two cores are busy and no target is flooded. */
const MAX_AT_ONCE = 4;
