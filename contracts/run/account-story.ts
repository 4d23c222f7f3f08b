import { Account, says } from "./account.ts";
import type { Attempt, Hook } from "./hook.ts";
import { type Awaited, answersAwaited, answersTried, type Listeners, openListeners, type Tried } from "./listeners.ts";
import { type Occasion, occur, requireOccasion } from "./occasion.ts";
import type { Run } from "./run.ts";
import { allAttemptsMs, type RetryStory, type TimedAttempt, witnessed } from "./told-attempts.ts";

/** The same without a control plane: a withdrawal is paid out, and all webhooks are told of it. */
export function accountStory(run: Run): Promise<AccountStory> {
  return run.once("retries on the account", async () => {
    requireOccasion(run);
    const account = await Account.begin(run);
    const hooks = await openListeners(account, new Map([...answersTried, ...answersAwaited]));
    const occasion = await occur(account, () => hooks.get("steady")?.attempts.length ?? 0);
    const areAllTold = () => [...hooks.values()].every(({ attempts }) => attempts.length > 0);
    await run.clock.passUntil(areAllTold, firstAttemptMs);
    return new AccountStory(run, hooks, occasion);
  });
}

/** It goes on by itself; whoever looks at it waits until what it looks for must have happened. */
export class AccountStory implements RetryStory {
  readonly #told: Run;
  readonly #hooks: Listeners<Tried | Awaited>;
  /** What it began with; it counts what came to `steady`. */
  readonly occasion: Occasion;
  /** By the suite's own clock, when the first attempt came, in milliseconds since 1970. */
  readonly #startedAt: number;
  #firstCounts: ReadonlyMap<Hook, number> | undefined;

  constructor(told: Run, hooks: Listeners<Tried | Awaited>, occasion: Occasion) {
    this.#told = told;
    this.#hooks = hooks;
    this.occasion = occasion;
    this.#startedAt = Math.min(Date.now(), ...[...hooks.values()].flatMap(({ attempts }) => attempts).map(arrival));
  }

  hook(name: Tried | Awaited): Hook {
    const hook = this.#hooks.get(name);
    if (hook === undefined) throw new Error(`no webhook of this story is called ${name}`);
    return hook;
  }

  async first(
    run: Run,
    name: Tried | Awaited,
    withinMs: number,
    enough = Number.POSITIVE_INFINITY,
  ): Promise<readonly TimedAttempt[]> {
    const hook = this.hook(name);
    const leftMs = () => this.#startedAt + withinMs - Date.now();
    const isOver = () => this.#ofFirst(hook).length >= enough || leftMs() <= 0;
    if (!isOver()) run.clock.require(leftMs());
    await run.clock.passUntil(isOver, withinMs);
    const attempts = await witnessed(run, this.#told, this.#ofFirst(hook));
    return attempts.map((attempt) => ({ attempt, atMs: arrival(attempt) }));
  }

  async second(run: Run, name: Tried): Promise<readonly Attempt[]> {
    await this.first(run, "failing", allAttemptsMs, 5);
    await run.once("second event on the account", () => this.#happenAgain(run));
    const hook = this.hook(name);
    const first = this.#ofFirst(hook);
    return witnessed(
      run,
      this.#told,
      hook.attempts.filter((attempt) => !first.includes(attempt)),
    );
  }

  async #happenAgain(run: Run): Promise<void> {
    this.#firstCounts = new Map([...this.#hooks.values()].map((hook) => [hook, hook.attempts.length]));
    await occur(await Account.begin(run));
    // Nothing may come to some of them; that can be told only after a while.
    await run.clock.pass(firstAttemptMs);
  }

  /** All that came before the second event, and later what repeats the first. */
  #ofFirst(hook: Hook): readonly Attempt[] {
    const count = this.#firstCounts?.get(hook) ?? hook.attempts.length;
    const [original] = hook.attempts;
    return hook.attempts.filter((attempt, at) => {
      const isRepeated = attempt.headers[deliveryHeader] === original?.headers[deliveryHeader];
      return at < count || isRepeated || says(attempt.json, this.occasion.id);
    });
  }
}

function arrival({ at }: Attempt): number {
  return Date.parse(at);
}

const deliveryHeader = "x-webhook-delivery";

/** How long a target may take for a first attempt. */
const firstAttemptMs = 10_000;
