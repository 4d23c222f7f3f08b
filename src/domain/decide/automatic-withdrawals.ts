import type { CompanyProfile } from "../company.ts";
import type { EventOf } from "../event.ts";
import { type Instant, nextLocalTime } from "../instant.ts";
import { planPayout, realMinimum } from "../withdrawal.ts";
import { must } from "../world.ts";
import { accept, type Deciders } from "./decider.ts";

export const decideAutomaticWithdrawals: Deciders<"make-automatic-withdrawal"> = {
  /** Takes the whole available balance if it reaches the floor; in any case tomorrow is another day. */
  "make-automatic-withdrawal": ({ world, at, mint }, { companyId }) => {
    const { settings } = world;
    const { ledger, profile } = must(world.companies, companyId);
    const next = scheduleAutomaticWithdrawal(companyId, profile, at, settings.timeZone);
    // Where minimum and fee are zero, there must still be something to withdraw.
    const floorCents = Math.max(1, realMinimum(settings));
    const availableCents = ledger.available;
    if (availableCents < floorCents) {
      const skipped = { type: "AutomaticWithdrawalSkipped", companyId, availableCents, floorCents } as const;
      return accept({ type: "automatic-withdrawal-skipped", companyId }, skipped, next);
    }
    const made: EventOf<"AutomaticWithdrawalMade"> = {
      type: "AutomaticWithdrawalMade",
      withdrawId: mint("withdrawal"),
      companyId,
      value: availableCents,
      fee: settings.withdrawalFee,
      pixKey: profile.pixKey,
      payout: planPayout(settings, at),
    };
    return accept({ type: "automatic-withdrawal-made", companyId }, made, next);
  },
};

/** Puts the company's next daily withdrawal on the agenda, or takes it off when it has none. */
export function scheduleAutomaticWithdrawal(
  companyId: string,
  { automaticWithdrawal }: CompanyProfile,
  at: Instant,
  timeZone: string,
): EventOf<"AutomaticWithdrawalScheduled"> {
  const nextAt = automaticWithdrawal === null ? null : nextLocalTime(at, automaticWithdrawal.at, timeZone);
  return { type: "AutomaticWithdrawalScheduled", companyId, nextAt };
}
