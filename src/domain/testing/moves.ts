import type { Command, SubscriptionCommand, WithdrawalCommand } from "../command.ts";
import type { CompanyProfile } from "../company.ts";
import type { IsoDuration } from "../duration.ts";
import type { Cents } from "../money.ts";
import { otpCode } from "../otp.ts";
import type { World } from "../world.ts";

/**
 * A step of a random history. It does not name things, which do not exist yet when it is drawn: it picks them by number
 * (`who`, `which`) from what the world has by then, sometimes from another company, sometimes what does not exist.
 */
export type Move =
  | { do: "advance"; by: IsoDuration }
  | { do: "command"; command: Command }
  | { do: "change-company"; who: number; patch: Partial<CompanyProfile> }
  | { do: "create-charge"; who: number; total: Cents; expiresIn: IsoDuration | null; paid: boolean; percent: number }
  | { do: ChargeMove; who: number; which: number }
  | { do: "initiate"; who: number; value: Cents | "all" }
  | { do: "confirm"; who: number; which: number; guess: string | null }
  | { do: "settle"; who: number; which: number; outcome: "CONFIRMED" | "FAILED" }
  | { do: WithdrawalMove; who: number; which: number }
  | { do: "subscribe"; who: number; amountCents: Cents; interval: IsoDuration; nextOutcome: "PAID" | "FAILED" }
  | { do: "change-subscription"; who: number; which: number; nextOutcome: "PAID" | "FAILED" }
  | { do: SubscriptionMove; who: number; which: number };

export type ChargeMove = "process-charge" | "pay-charge" | "expire-charge" | "refund-charge" | "chargeback-charge";
export type WithdrawalMove = Exclude<
  WithdrawalCommand["type"],
  "initiate-withdrawal" | "confirm-withdrawal" | "settle-withdrawal" | "make-automatic-withdrawal"
>;
export type SubscriptionMove = Exclude<SubscriptionCommand["type"], "create-subscription" | "change-subscription">;

/** The command that a move is in this world. */
export function commandOf(world: Readonly<World>, move: Exclude<Move, { do: "advance" }>): Command {
  if (move.do === "command") return move.command;
  const companies = [...world.companies.values()];
  const company = companies[move.who % companies.length];
  if (company === undefined) throw new Error("a world without a company");
  const { companyId } = company;
  switch (move.do) {
    case "change-company":
      return { type: move.do, companyId, patch: move.patch };
    case "create-charge": {
      const { total, expiresIn, paid, percent } = move;
      const own = percent < 0 ? undefined : { percent, holdFor: "P2D" };
      return { type: move.do, companyId, total, expiresIn, paid, retention: percent % 3 === 0 ? own : undefined };
    }
    case "initiate":
      return { type: "initiate-withdrawal", companyId, value: amountOf(move.value, company.ledger.available) };
    case "confirm": {
      const withdrawId = pick(company.withdrawIds, world.withdrawals, move.which);
      return { type: "confirm-withdrawal", companyId, withdrawId, otpCode: move.guess ?? rightCode(world, withdrawId) };
    }
    case "settle": {
      const withdrawId = pick(company.withdrawIds, world.withdrawals, move.which);
      return { type: "settle-withdrawal", companyId, withdrawId, outcome: move.outcome };
    }
    case "resend-otp":
    case "cancel-withdrawal":
    case "approve-withdrawal":
    case "decline-withdrawal":
      return { type: move.do, companyId, withdrawId: pick(company.withdrawIds, world.withdrawals, move.which) };
    case "subscribe": {
      const { amountCents, interval, nextOutcome } = move;
      return { type: "create-subscription", companyId, amountCents, interval, nextOutcome };
    }
    case "change-subscription": {
      const subscriptionId = pick(company.subscriptionIds, world.subscriptions, move.which);
      return { type: move.do, companyId, subscriptionId, nextOutcome: move.nextOutcome };
    }
    case "authorize-subscription":
    case "reject-subscription":
      return {
        type: move.do,
        companyId,
        subscriptionId: pick(company.subscriptionIds, world.subscriptions, move.which),
      };
    case "bill-subscription": {
      const subscriptionId = pick(company.subscriptionIds, world.subscriptions, move.which);
      return { type: move.do, companyId, subscriptionId, scheduled: false };
    }
    default:
      return { type: move.do, companyId, chargeId: pick(company.chargeIds, world.charges, move.which) };
  }
}

/** The company's newest but `which`; beyond its own, another's; where there is none, an id that does not exist. */
function pick(own: readonly string[], all: ReadonlyMap<string, unknown>, which: number): string {
  return own.at(-1 - which) ?? [...all.keys()][which] ?? "none_0";
}

function amountOf(value: Cents | "all", available: Cents): Cents {
  return value === "all" ? Math.max(available, 1) : value;
}

function rightCode(world: Readonly<World>, withdrawId: string): string {
  return otpCode(world.seed, withdrawId, world.withdrawals.get(withdrawId)?.otp?.issue ?? 1);
}
