import type { Account } from "./account.ts";
import { payOut } from "./payout.ts";
import type { Run } from "./run.ts";
import { CouldNotRun } from "./verdict-error.ts";
import { open } from "./withdrawal.ts";

/** Something that happened, of which webhooks are to be told. */
export interface Occasion {
  readonly event: string;
  /** Of the charge or the withdrawal that it is about. */
  readonly id: string;
  /** What `count` said when it surely had not taken place. */
  readonly countBefore: number;
}

/** The event that a contract can bring about: customers pay on a sandbox only, elsewhere a withdrawal must be paid out. */
export function occasionEvent({ control }: Account): string {
  return control === undefined ? "withdraw.completed" : "charge.paid";
}

/** Brings it about, once it has taken place; whether webhooks are told is another question. */
export async function occur(account: Account, count = () => 0): Promise<Occasion> {
  const event = occasionEvent(account);
  const before = count();
  if (account.control !== undefined) {
    const { chargeId } = await account.control.charges.create({ total: 12_990, paid: true });
    return { event, id: chargeId, countBefore: before };
  }
  const withdrawal = await open(account);
  return { event, id: withdrawal.id, countBefore: await payOut(withdrawal, count) };
}

/** Looked at before webhooks are created for it, which would be left behind for nothing. */
export function requireOccasion(run: Run): void {
  run.require("receiver");
  if (run.offers("control-plane")) return;
  const paying = "pays out a withdrawal, so that webhooks are told of it";
  if (!run.offers("allow-settle")) throw new CouldNotRun("allow-settle", `${paying}; --allow settle allows it`);
  if (!run.offers("allow-webhooks"))
    throw new CouldNotRun("allow-webhooks", "needs webhooks; --allow webhooks allows it");
  if (!run.offers("budget")) throw new CouldNotRun("budget", `${paying}, which needs a budget (--budget)`);
  run.require("mailbox");
}
