import { type Seen, seenIn } from "./model/seen.ts";
import { findValue } from "./profile/value.ts";
import { capabilitiesOf } from "./run/capabilities.ts";
import { KeptSettings } from "./run/kept-settings.ts";
import type { SuiteOptions } from "./run/options.ts";
import { planOf, type RunPlan } from "./run/plan.ts";
import { interrupted, MAX_PLAYS, type Played, type Players, playAll } from "./run/play.ts";
import { probe } from "./run/probe.ts";
import { type Finding, judgeAll } from "./run/verdict.ts";
import { withWitness } from "./run/witness.ts";
import { StoryEnded } from "./stories/story-ended.ts";
import { Gate } from "./target/gate.ts";
import type { LedgerPayment } from "./target/ledger.ts";
import { LostAnswer } from "./target/lost-answer.ts";
import { NotAllowed } from "./target/permissions.ts";
import { Receiver } from "./target/receiver.ts";
import { Routes } from "./target/routes.ts";
import { deploymentPlaces, routedUrl, type StoryPlaces, sandboxPlaces } from "./target/story-places.ts";
import type { TraceEntry } from "./trace/trace.ts";

/** All that a run found out. */
export interface SuiteResult {
  readonly findings: readonly Finding[];
  readonly plan: RunPlan;
  readonly played: readonly Played[];
  readonly trace: readonly TraceEntry[];
  /** What the trace says. */
  readonly seen: Seen;
  readonly isSandbox: boolean;
  readonly isInterrupted: boolean;
  readonly payments: readonly LedgerPayment[];
  /** What the run made and could not close: sentences. */
  readonly leftBehind: readonly string[];
  /** What else is worth knowing: sentences. */
  readonly remarks?: readonly string[];
}

/** Judges a target, and closes what was opened, also after an abort. Throws `TargetUnusable` for no interface. */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  const isSandbox = await probe(options);
  const has = capabilitiesOf(options, isSandbox);
  const plan = planOf(options.clauses, has);
  options.onProgress?.({ kind: "planned", plan });
  const signal = options.signal ?? new AbortController().signal;
  const { url, apiKey } = options.target;
  const { description, permissions } = options;
  const patienceMs = Math.max(options.patienceMs, MIN_PATIENCE_MS);
  const trace = expectedIn(options);
  const routes = new Routes(new URL(url).pathname.replace(/\/+$/, ""));
  const gate = new Gate({ url, description, permissions, apiKey, isSandbox, patienceMs, signal, routes });
  const receiver = await Receiver.listen({ ...options.receiver, ...(isSandbox && { url: routedUrl }) });
  const kept = new KeptSettings(options);
  const run = { gate, receiver, routes, trace, has, isSandbox, signal, kept };
  let played: readonly Played[] = [];
  let findings: readonly Finding[] = [];
  const leftBehind: string[] = [];
  try {
    if ((await options.agree?.(plan)) !== false) {
      const places = placesOf(options, run);
      if (!isSandbox) await askNowhere(places);
      // In a sandbox also stories withdraw that do not need to.
      const needsValue = isSandbox || playable(plan).some(({ needs }) => needs.includes("open"));
      const value = needsValue ? await amountFor(options, places) : "";
      const players = playersOf(options, run, places, value);
      played = await playAll(playable(plan), players);
      const seen = seenIn(trace, description);
      findings = judgeAll(options.clauses, seen, plan, played);
      // Worlds of a run's own have no network and no others in them.
      if (!isSandbox && !signal.aborted) findings = await withWitness(findings, played, seen, players, description);
    }
  } finally {
    if (!isSandbox) leftBehind.push(...(await settingsPutBack(options, run)));
    await gate.close();
    await receiver.close();
  }
  const seen = seenIn(trace, description);
  return {
    findings: findings.length > 0 ? findings : judgeAll(options.clauses, seen, plan, played),
    plan,
    played,
    trace,
    seen,
    isSandbox,
    isInterrupted: signal.aborted,
    payments: gate.guard.ledger.payments,
    remarks: gate.remarks,
    leftBehind: [...gate.guard.leftBehind.filter((sentence) => !isOver(sentence, seen)), ...leftBehind],
  };
}

type Run = Pick<Players, "gate" | "receiver" | "trace" | "has" | "signal"> & {
  readonly isSandbox: boolean;
  readonly routes: Routes;
  readonly kept: KeptSettings;
};

function placesOf(options: SuiteOptions, { gate, receiver, routes, trace, signal, isSandbox, kept }: Run): StoryPlaces {
  const { description, target, codes, made } = options;
  const parts = { gate, description, routes, trace, signal };
  if (isSandbox) return sandboxPlaces({ ...parts, url: target.url, adminToken: target.adminToken, receiver, made });
  return deploymentPlaces({
    ...parts,
    apiKey: target.apiKey ?? "",
    driverFor: (account) => kept.driverFor(account),
    codes,
  });
}

async function settingsPutBack(options: SuiteOptions, run: Run): Promise<readonly string[]> {
  const { account, end } = await placesOf(options, run)("the settings as they were", () => {});
  return run.kept.putBack(account, seenIn(run.trace, options.description)).finally(end);
}

/** A withdrawal that was parked for review is not left behind once the run has seen it paid. */
function isOver(sentence: string, { payments }: Seen): boolean {
  return payments.some(
    ({ withdrawal, paidBy }) => paidBy !== undefined && sentence.startsWith(`the withdrawal ${withdrawal.id}, `),
  );
}

function playersOf(options: SuiteOptions, run: Run, places: StoryPlaces, value: number | string): Players {
  const { patienceMs, listenMs = 0, onProgress = () => {} } = options;
  return {
    ...run,
    places,
    value,
    isShared: !run.isSandbox,
    // What is too small changes with the settings.
    mayVary: !run.isSandbox && options.valueCents === undefined && !run.has.has("change-settings"),
    patienceMs: Math.max(patienceMs, MIN_PATIENCE_MS),
    listenMs,
    onProgress,
  };
}

function playable(plan: RunPlan) {
  return plan.stories.filter(({ missing }) => missing.length === 0).map(({ story }) => story);
}

/** What the user tells of the account is the first thing that the trace says. */
function expectedIn({ expected }: SuiteOptions): TraceEntry[] {
  if (expected === undefined || Object.keys(expected).length === 0) return [];
  const own = { kind: "act", story: "the user", account: "own", capability: "expect-settings" } as const;
  return [{ ...own, given: expected, result: {}, startedAt: 0, at: 0 }];
}

/** Comes first: what the target says where nothing is tells later what it says of a request. */
async function askNowhere(places: StoryPlaces): Promise<void> {
  const { account, end } = await places("what the target says at an unknown path", () => {});
  // Without an answer each one speaks for itself.
  await account.askNowhere().catch(() => {});
  await end();
}

/** Finds the amount of withdrawals, or why there can be none. What a lost answer has spoiled begins again, like a story. */
async function amountFor(
  { valueCents, permissions, signal }: SuiteOptions,
  places: StoryPlaces,
): Promise<number | string> {
  if (valueCents !== undefined && !permissions.cancelOpen) return valueCents;
  const rejected = new Set<number>();
  let isSpoiled = false;
  for (let nth = 1; ; nth += 1) {
    const { account, end } = await places("the smallest amount", () => {});
    try {
      return await findValue(account, rejected, valueCents);
    } catch (error) {
      if (signal?.aborted) return interrupted;
      isSpoiled ||= error instanceof LostAnswer;
      const isKnown = error instanceof StoryEnded || error instanceof NotAllowed || error instanceof LostAnswer;
      if (!isKnown) throw error;
      if (!isSpoiled || nth === MAX_PLAYS) return error.message;
    } finally {
      await end();
    }
  }
}

/** What takes no longer is waited for without being allowed to. */
const MIN_PATIENCE_MS = 15_000;
