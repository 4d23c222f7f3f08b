import type { JsonObject } from "../description/json.ts";
import { Account, type SandboxAccount } from "../run/account.ts";
import type { Run } from "../run/run.ts";
import { CouldNotRun, must } from "../run/verdict-error.ts";
import { readBalance } from "./read-balance.ts";

/** What is known of a hold before the target is asked: of a sandbox everything, of a real account nothing. */
export interface KnownHold {
  readonly chargeId: string;
  readonly amountCents: number;
  /** By the clock of the world, in milliseconds since 1970. */
  readonly releaseAt: number;
}

/** Holds as the target lists them, and which of them is known. */
export interface PendingHolds {
  readonly listed: readonly JsonObject[];
  readonly known: { readonly hold: JsonObject; readonly is: KnownHold } | undefined;
}

/** At least one hold to look at: a sandbox has just made one; a real account has whichever it has. */
export async function pendingHolds(run: Run): Promise<PendingHolds> {
  if (!run.offers("control-plane")) {
    const { holds } = await readBalance(await Account.begin(run));
    if (holds.length === 0) throw new CouldNotRun("not-seen", "nothing is held of this account at the moment");
    return { listed: holds, known: undefined };
  }
  const account = await Account.ofNewWorld(run);
  const { holds: before } = await readBalance(account);
  const is = await holdSomething(account);
  const { holds } = await readBalance(account);
  const isNew = (hold: JsonObject) => !before.some((other) => other.chargeId === hold.chargeId);
  const added = holds.filter((hold) => hold.chargeId === is.chargeId || isNew(hold));
  const [hold] = added;
  must(hold !== undefined && added.length === 1, `a paid charge is held in part, and ${added.length} holds were added`);
  return { listed: holds, known: { hold, is } };
}

/** Pays a charge of which a quarter is held for two days. */
export async function holdSomething({ control }: SandboxAccount): Promise<KnownHold> {
  await control.company.change({ retention: { percent: 25, holdFor: "PT48H" } });
  const { chargeId } = await control.charges.create({ total: 40_000, paid: true });
  const { now } = await control.clock.read();
  return { chargeId, amountCents: 10_000, releaseAt: Date.parse(now) + holdMs };
}

export const holdMs = 48 * 60 * 60_000;
