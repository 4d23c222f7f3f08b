import { Account } from "./account.ts";
import type { Attempt, Hook } from "./hook.ts";
import {
  type Awaited,
  answersAwaited,
  answersTried,
  type Listeners,
  openListeners,
  type Replies,
  type Tried,
} from "./listeners.ts";
import { lookedAt } from "./looked-at.ts";
import { type Occasion, occur, requireOccasion } from "./occasion.ts";
import type { Run } from "./run.ts";
import { allAttemptsMs, type RetryStory, sixthAttemptMs, type TimedAttempt, witnessed } from "./told-attempts.ts";

type Came = ReadonlyMap<Tried | Awaited, readonly Attempt[]>;

/**
 * The same without a control plane: a withdrawal is paid out, and the webhooks that clauses look at are told of it. The
 * account is the only one, so that nothing else is paid out until the story is over: what other contracts pay for would be
 * told to its webhooks, too.
 */
export function accountStory(run: Run): Promise<AccountStory> {
  return run.once("retries on the account", async () => {
    requireOccasion(run);
    const account = await Account.begin(run);
    await allPaid(account);
    const hooks = await openListeners(account, repliesFor(run));
    const occasion = await occur(account, () => hooks.get("steady")?.attempts.length ?? 0);
    const areAllTold = () => [...hooks.values()].every(({ attempts }) => attempts.length > 0);
    await run.clock.passUntil(areAllTold, firstAttemptMs);
    const startedAt = Math.min(Date.now(), ...[...hooks.values()].flatMap(({ attempts }) => attempts).map(arrival));
    const toldMs = lengthOf(run);
    await run.clock.passUntil(() => Date.now() - startedAt >= toldMs, toldMs);
    const first = copyOf(hooks);
    const second = toldMs >= allAttemptsMs ? await happenedAgain(account, hooks, first) : undefined;
    return new AccountStory(run, hooks, { occasion, toldMs, first, second });
  });
}

function repliesFor({ settings: { selected } }: Run): Replies<Tried | Awaited> {
  const needed = lookedAt(selected);
  return new Map([...answersTried, ...answersAwaited].filter(([name]) => needed.has(name)));
}

interface Told {
  /** What it began with; it counts what came to `steady`. */
  readonly occasion: Occasion;
  /** So long it was looked on, from the first attempt. */
  readonly toldMs: number;
  readonly first: Came;
  readonly second: Came | undefined;
}

export class AccountStory implements RetryStory {
  readonly occasion: Occasion;
  readonly #run: Run;
  readonly #hooks: Listeners<Tried | Awaited>;
  readonly #told: Told;

  constructor(run: Run, hooks: Listeners<Tried | Awaited>, told: Told) {
    this.#run = run;
    this.#hooks = hooks;
    this.#told = told;
    this.occasion = told.occasion;
  }

  /** A webhook of the story, with what came to it of the first event. */
  listener(name: Tried | Awaited): { readonly hook: Hook; readonly attempts: readonly Attempt[] } {
    const hook = this.#hooks.get(name);
    if (hook === undefined) throw new Error(`no webhook of this story is called ${name}`);
    return { hook, attempts: this.#told.first.get(name) ?? [] };
  }

  async first(
    run: Run,
    name: Tried | Awaited,
    withinMs: number,
    enough = Number.POSITIVE_INFINITY,
  ): Promise<readonly TimedAttempt[]> {
    const { attempts } = this.listener(name);
    if (attempts.length < enough && this.#told.toldMs < withinMs) run.clock.require(withinMs);
    const seen = await witnessed(run, this.#run, attempts);
    return seen.map((attempt) => ({ attempt, atMs: arrival(attempt) }));
  }

  async second(run: Run, name: Tried): Promise<readonly Attempt[]> {
    if (this.#told.second === undefined) run.clock.require(allAttemptsMs);
    return witnessed(run, this.#run, this.#told.second?.get(name) ?? []);
  }
}

/** As long as a clause that is to run looks on, and the user's patience lasts. */
function lengthOf({ settings: { selected, patienceMs } }: Run): number {
  if (selected.includes("retries.no-sixth-attempt")) return Math.min(sixthAttemptMs, patienceMs);
  return selected.some((id) => /^(retries|deactivation)\./.test(id)) ? Math.min(allAttemptsMs, patienceMs) : 0;
}

/** A withdrawal that is still on its way would be told of in the middle of the story. */
async function allPaid(account: Account): Promise<void> {
  const isNoneUnderWay = async () => {
    const listed = (await account.withdrawals()).accepted("withdrawals-listed");
    return listed.records().every(({ status }) => status !== "APPROVED");
  };
  await account.clock.passUntil(isNoneUnderWay, payingMs, 1_000);
}

/** Nothing may come to some of the webhooks; that can be told only after a while. */
async function happenedAgain(account: Account, hooks: Listeners<Tried | Awaited>, first: Came): Promise<Came> {
  await occur(account);
  await account.clock.pass(account.clock.isOurs ? 0 : firstAttemptMs);
  return new Map([...copyOf(hooks)].map(([name, attempts]) => [name, attempts.slice(first.get(name)?.length)]));
}

function copyOf(hooks: Listeners<Tried | Awaited>): Came {
  return new Map([...hooks].map(([name, { attempts }]) => [name, [...attempts]]));
}

function arrival({ at }: Attempt): number {
  return Date.parse(at);
}

/** How long a target may take for a first attempt, and for a payment. */
const firstAttemptMs = 10_000;
const payingMs = 60_000;
