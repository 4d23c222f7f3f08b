import type { Choices } from "./choices.ts";
import type { Wire } from "./wire.ts";

/** Passes an event on to the webhooks of a company. */
export type Tell = (event: string, data: Readonly<Record<string, unknown>>) => void;

interface Hold {
  readonly chargeId: string;
  readonly amountCents: number;
  readonly releaseAt: number;
}

interface Charge {
  readonly chargeId: string;
  readonly total: number;
  readonly externalId: string | null;
  readonly customer: unknown;
  readonly expiresAt: number;
  status: "PENDING" | "PROCESSING" | "PAID" | "EXPIRED" | "REFUNDED";
  paidAt: number | null;
}

/** What a customer pays, what of it is held, and what can be withdrawn. */
export class Reserve {
  available: number;
  /** In percent; 0: nothing is retained. */
  retention: number;
  holdMs: number;
  readonly #choices: Choices;
  readonly #wire: Wire;
  readonly #tell: Tell;
  readonly #companyId: string;
  readonly #charges = new Map<string, Charge>();
  #holds: readonly Hold[] = [];

  constructor(choices: Choices, wire: Wire, tell: Tell) {
    this.#choices = choices;
    this.#wire = wire;
    this.#tell = tell;
    this.#companyId = wire.id("emp");
    this.available = choices.openingBalance;
    this.retention = choices.retention;
    this.holdMs = choices.holdSeconds * 1_000;
    const old = { none: [], "far away": [864_000, 1_728_000], soon: [25, 864_000] }[choices.holdsAtStart];
    for (const [nth, seconds] of old.entries()) this.#hold(wire.id("chg"), 4_321 + nth, Date.now() + seconds * 1_000);
  }

  /** `data` of the balance, as the document shows it. */
  balance(): Readonly<Record<string, unknown>> {
    const { holdOrder } = this.#choices;
    const now = Date.now();
    const held = this.#holds.filter(({ releaseAt }) => releaseAt > now);
    const ordered = { "oldest first": held, "newest first": held.toReversed(), "largest first": byAmount(held) }[
      holdOrder
    ];
    return {
      balance: this.available,
      currency: "BRL",
      reservedBalance: held.reduce((sum, { amountCents }) => sum + amountCents, 0),
      reserveHolds: ordered.map((hold) => ({ ...hold, releaseAt: this.#wire.time(hold.releaseAt), status: "HELD" })),
    };
  }

  charge(total: number, externalId: unknown, customer: unknown): string {
    const chargeId = this.#wire.id("chg");
    const charge: Charge = {
      chargeId,
      total,
      externalId: typeof externalId === "string" ? externalId : null,
      customer: customer ?? null,
      expiresAt: Date.now() + 86_400_000,
      status: "PENDING",
      paidAt: null,
    };
    this.#charges.set(chargeId, charge);
    this.#told("charge.pending", charge, null);
    return chargeId;
  }

  pay(chargeId: string): void {
    const charge = this.#find(chargeId);
    charge.status = "PROCESSING";
    this.#told("charge.processing", charge, "PENDING");
    charge.status = "PAID";
    charge.paidAt = Date.now();
    const round = { up: Math.ceil, down: Math.floor, "half up": Math.round }[this.#choices.rounding];
    const held = round((charge.total * this.retention) / 100);
    this.available += charge.total - held;
    const { tranches } = this.#choices;
    for (let nth = 0; nth < tranches && held > 0; nth += 1) {
      const part = nth === 0 ? held - (tranches - 1) * Math.trunc(held / tranches) : Math.trunc(held / tranches);
      if (part > 0) this.#hold(chargeId, part, Date.now() + this.holdMs + nth * 4_000);
    }
    this.#told("charge.paid", charge, "PROCESSING");
  }

  expire(chargeId: string): void {
    const charge = this.#find(chargeId);
    charge.status = "EXPIRED";
    this.#told("charge.expired", charge, "PENDING");
  }

  dispute(chargeId: string): void {
    const charge = this.#find(chargeId);
    charge.status = "REFUNDED";
    this.available -= Math.min(charge.total, this.available);
    const { otherPayloads } = this.#choices;
    const forms = {
      camel: { chargeId, companyId: this.#companyId, amount: charge.total, openedAt: this.#wire.time(Date.now()) },
      nested: { dispute: { id: this.#wire.id("dsp"), reason: "fraud" }, charge: { id: chargeId, total: charge.total } },
      snake: { dispute_id: this.#wire.id("dsp"), charge_id: chargeId, amount_in_cents: charge.total },
    };
    this.#tell("dispute.chargeback", forms[otherPayloads]);
  }

  subscription(event: string, subscriptionId = this.#wire.id("sub")): string {
    const forms = {
      camel: { subscriptionId, companyId: this.#companyId, amount: 4_990 },
      nested: { subscription: { id: subscriptionId }, cycle: { number: 1, total: 4_990 } },
      snake: { contract_id: subscriptionId, amount_in_cents: 4_990 },
    };
    this.#tell(event, forms[this.#choices.otherPayloads]);
    return subscriptionId;
  }

  /** The amount leaves the list and counts in the balance at the same moment. */
  #hold(chargeId: string, amountCents: number, releaseAt: number): void {
    const hold = { chargeId, amountCents, releaseAt };
    this.#holds = [...this.#holds, hold];
    const release = () => {
      this.#holds = this.#holds.filter((one) => one !== hold);
      this.available += amountCents;
    };
    // Timers of Node take no more than 2^31 ms.
    if (releaseAt - Date.now() < 2 ** 31) setTimeout(release, releaseAt - Date.now());
  }

  #find(chargeId: string): Charge {
    const charge = this.#charges.get(chargeId);
    if (charge === undefined) throw new Error(`no charge has the id ${chargeId}`);
    return charge;
  }

  #told(event: string, charge: Charge, previousStatus: string | null): void {
    const { optionals } = this.#choices;
    const { chargeId, total, externalId, customer, status, paidAt, expiresAt } = charge;
    const isLeftOut = optionals === "left out" || (optionals === "null or left out" && event === "charge.expired");
    const optional = { previousStatus, customer };
    this.#tell(event, {
      chargeId,
      companyId: this.#companyId,
      paymentStatus: status,
      total,
      externalId,
      paidAt: paidAt === null ? null : this.#wire.time(paidAt),
      expiresAt: this.#wire.time(expiresAt),
      ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null || !isLeftOut)),
      method: "pix",
    });
  }
}

function byAmount(holds: readonly Hold[]): readonly Hold[] {
  return holds.toSorted((one, other) => other.amountCents - one.amountCents);
}
