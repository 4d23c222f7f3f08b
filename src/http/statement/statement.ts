import type { EventType } from "../../domain/event.ts";
import type { Instant } from "../../domain/instant.ts";
import type { Cents } from "../../domain/money.ts";
import { postingOf } from "../../domain/posting.ts";
import type { World } from "../../domain/world.ts";
import type { Fact } from "../../engine/history/fact.ts";

/** A change of the available balance. Identifiers and the fee are null where there is none. */
export interface StatementEntry {
  readonly position: number;
  readonly at: Instant;
  /** The event that moved the money. */
  readonly reason: EventType;
  /** Identifier of the charge or withdrawal. */
  readonly reference: string | null;
  readonly externalId: string | null;
  readonly endToEndId: string | null;
  readonly amountCents: Cents;
  /** The part of a withdrawal that the platform keeps. */
  readonly feeCents: Cents | null;
  /** After it. */
  readonly balanceCents: Cents;
}

/** The available balance of a company over a period. `openingCents` and all amounts sum to `closingCents`. */
export interface Statement {
  readonly companyId: string;
  readonly currency: "BRL";
  /** The instance's, in which finance people count days. */
  readonly timeZone: string;
  readonly from: Instant;
  readonly to: Instant;
  readonly openingCents: Cents;
  readonly closingCents: Cents;
  /** Oldest first. */
  readonly entries: readonly StatementEntry[];
}

/** Longer statements would fill the memory. */
export const MAX_ENTRIES = 10_000;

/** `from` is null for all that is known. */
export interface Period {
  readonly from: Instant | null;
  readonly to: Instant;
}

type Movement = Omit<StatementEntry, "balanceCents">;

/**
 * Collects the movements of a period, fact by fact. The opening balance is counted back from the present one, so it is
 * right even if the facts before it are forgotten.
 */
export class StatementBuilder {
  readonly #companyId: string;
  readonly #period: Period;
  readonly #movements: Movement[] = [];
  #afterCents = 0;

  constructor(companyId: string, period: Period) {
    this.#companyId = companyId;
    this.#period = period;
  }

  get isTooLong(): boolean {
    return this.#movements.length > MAX_ENTRIES;
  }

  add({ event, position, at }: Fact, world: Readonly<World>): void {
    if (!("companyId" in event) || event.companyId !== this.#companyId) return;
    if (at < (this.#period.from ?? at)) return;
    const amountCents = postingOf(event)?.available ?? 0;
    if (at > this.#period.to) this.#afterCents += amountCents;
    else if (amountCents !== 0) {
      const chargeId = "chargeId" in event ? event.chargeId : null;
      const withdrawId = "withdrawId" in event ? event.withdrawId : null;
      this.#movements.push({
        position,
        at,
        reason: event.type,
        reference: withdrawId ?? chargeId,
        externalId: world.charges.get(chargeId ?? "")?.externalId ?? null,
        endToEndId: world.withdrawals.get(withdrawId ?? "")?.endToEndId ?? null,
        amountCents,
        feeCents: "fee" in event ? event.fee : null,
      });
    }
  }

  /** `availableCents`: the present balance. */
  finished(availableCents: Cents, timeZone: string): Statement {
    const closingCents = availableCents - this.#afterCents;
    const openingCents = this.#movements.reduce((balance, { amountCents }) => balance - amountCents, closingCents);
    let balanceCents = openingCents;
    const entries = this.#movements.map((movement) => {
      balanceCents += movement.amountCents;
      return { ...movement, balanceCents };
    });
    const { to } = this.#period;
    const from = this.#period.from ?? entries[0]?.at ?? to;
    return { companyId: this.#companyId, currency: "BRL", timeZone, from, to, openingCents, closingCents, entries };
  }
}

/** Returns `-1234,56` for cents, with this mark before the last two digits. */
export function decimal(cents: Cents, mark: "," | "."): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
}
