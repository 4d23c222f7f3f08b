import type { JsonObject } from "../description/json.ts";
import { Account } from "../run/account.ts";
import type { Run } from "../run/run.ts";
import { historyOf } from "./history-records.ts";

/** A day with an automatic withdrawal: what should have gone out, and what was seen when it was over. */
export interface AutomaticDay {
  readonly paidOutCents: number;
  readonly availableAfter: number;
  readonly history: readonly JsonObject[];
}

export interface AutomaticDays {
  /** What was seen on the day before it was set up. */
  readonly before: {
    readonly availableBefore: number;
    readonly availableAfter: number;
    readonly history: readonly JsonObject[];
  };
  readonly days: readonly AutomaticDay[];
}

/** A day without and two with it; only a sandbox's control plane can set it up, as a super admin does elsewhere. */
export function automaticDays(run: Run): Promise<AutomaticDays> {
  return run.once("automatic withdrawals", async () => {
    const account = await Account.ofNewWorld(run);
    const availableBefore = await account.availableCents();
    await account.clock.pass(dayMs);
    const before = {
      availableBefore,
      availableAfter: await account.availableCents(),
      history: await historyOf(account),
    };
    await account.control.company.change({ automaticWithdrawal: { at: "06:00" } });
    const first = await day(before.availableAfter);
    await account.control.charges.create({ total: 43_210, paid: true });
    return { before, days: [first, await day(43_210)] };

    async function day(paidOutCents: number): Promise<AutomaticDay> {
      await account.clock.pass(dayMs);
      return { paidOutCents, availableAfter: await account.availableCents(), history: await historyOf(account) };
    }
  });
}

const dayMs = 24 * 60 * 60_000;
