import type { JsonObject } from "../description/json.ts";
import { Account, type SandboxAccount } from "../run/account.ts";
import type { Run } from "../run/run.ts";
import { CouldNotRun, must } from "../run/verdict-error.ts";
import { holdMs, holdSomething } from "./pending-hold.ts";
import { type BalanceRead, readBalance } from "./read-balance.ts";

/** What the balance said shortly before a hold was released, and after. */
export interface ReleasedHold {
  readonly chargeId: string;
  readonly amountCents: number;
  readonly before: BalanceRead;
  readonly after: BalanceRead;
  /** Whether nothing else can have happened to the account meanwhile. */
  readonly isAlone: boolean;
}

/** A hold is released; several contracts look at it, for it can take long. */
export function releasedHold(run: Run): Promise<ReleasedHold> {
  return run.once("a released hold", async () =>
    run.offers("control-plane") ? releaseOf(await Account.ofNewWorld(run)) : releaseAwaited(await Account.begin(run)),
  );
}

async function releaseOf(account: SandboxAccount): Promise<ReleasedHold> {
  const { chargeId, amountCents } = await holdSomething(account);
  await account.clock.pass(holdMs - 1);
  const before = await readBalance(account);
  await account.clock.pass(1);
  return { chargeId, amountCents, before, after: await readBalance(account), isAlone: true };
}

/** The hold of a real account that is released next, if the user has the patience. */
async function releaseAwaited(account: Account): Promise<ReleasedHold> {
  const { run } = account;
  const { holds } = await readBalance(account);
  const [next] = holds.map(timesOf).sort((a, b) => a.releaseAt - b.releaseAt);
  if (next === undefined) throw new CouldNotRun("not-seen", "nothing is held of this account at the moment");
  const waitMs = Math.max(0, next.releaseAt - Date.now());
  account.clock.require(waitMs + graceMs);
  await account.clock.pass(Math.max(0, waitMs - graceMs / 10));
  let before = await readBalance(account);
  let after = before;
  const isReleased = async () => {
    before = after;
    after = await readBalance(account);
    return !lists(after, next.chargeId);
  };
  // How late it may be is not documented: it is late only when the user has no more patience.
  const withinMs = Math.max(graceMs, run.settings.patienceMs - waitMs);
  if (!(await account.clock.passUntil(isReleased, withinMs, 1_000))) {
    const due = new Date(next.releaseAt).toISOString();
    throw new CouldNotRun("patience", `a hold was to be released at ${due}, and is still listed (--patience)`);
  }
  return { ...next, before, after, isAlone: false };
}

function timesOf({ chargeId, amountCents, releaseAt }: JsonObject) {
  const at = Date.parse(String(releaseAt));
  must(typeof chargeId === "string" && typeof amountCents === "number", "a hold must say its charge and its amount");
  must(!Number.isNaN(at), "a hold must say when it is released");
  return { chargeId, amountCents, releaseAt: at };
}

export function lists({ holds }: BalanceRead, chargeId: string): boolean {
  return holds.some((hold) => hold.chargeId === chargeId);
}

/** How long after its time a hold of a real account is waited for at least; such work is done every now and then. */
const graceMs = 30_000;
