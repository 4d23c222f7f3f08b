import type { CompanyProfile } from "../company.ts";
import type { EventOf } from "../event.ts";
import { type Instant, nextLocalTime } from "../instant.ts";
import { planPayout, realMinimum } from "../withdrawal.ts";
import { existing } from "../world.ts";
import { accept, type Deciders } from "./decider.ts";

export const decideAutomaticWithdrawals: Deciders<"make-automatic-withdrawal"> = {
  /** Withdraws the whole available balance if it reaches the floor, and schedules the next day. */
  "make-automatic-withdrawal": ({ world, at, mint }, { companyId }) => {
    const { settings } = world;
    const { ledger, profile } = existing(world.companies, companyId);
    const next = scheduleAutomaticWithdrawal(companyId, profile, at, settings.timeZone);
    // Even with a minimum and fee of zero, a withdrawal needs a cent.
    const floorCents = Math.max(1, realMinimum(settings));
    const availableCents = ledger.available;
    if (availableCents < floorCents) {
      const skipped = { type: "AutomaticWithdrawalSkipped", companyId, availableCents, floorCents } as const;
      return accept({ type: "automatic-withdrawal-skipped", companyId }, skipped, next);
    }
    const { pixKey } = profile;
    const made: EventOf<"AutomaticWithdrawalMade"> = {
      type: "AutomaticWithdrawalMade",
      withdrawId: mint("withdrawal"),
      companyId,
      value: availableCents,
      fee: settings.withdrawalFee,
      pixKey,
      payout: planPayout(settings, at, { value: availableCents, pixKey }),
    };
    return accept({ type: "automatic-withdrawal-made", companyId }, made, next);
  },
};

/** Schedules the company's next daily withdrawal, or removes it from the agenda if it is switched off. */
export function scheduleAutomaticWithdrawal(
  companyId: string,
  { automaticWithdrawal }: CompanyProfile,
  at: Instant,
  timeZone: string,
): EventOf<"AutomaticWithdrawalScheduled"> {
  const nextAt = automaticWithdrawal === null ? null : nextLocalTime(at, automaticWithdrawal.at, timeZone);
  return { type: "AutomaticWithdrawalScheduled", companyId, nextAt };
}
