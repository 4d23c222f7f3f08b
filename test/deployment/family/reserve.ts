import type { Choices } from "./choices.ts";
import { disputed, type Members, subscribed } from "./shapes.ts";
import type { Wire } from "./wire.ts";

/** Passes an event on to the webhooks of a company. */
export type Tell = (event: string, data: Members) => void;

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
  readonly expiresAt: string;
  paymentStatus: "PENDING" | "PROCESSING" | "PAID" | "EXPIRED" | "REFUNDED";
  paidAt: string | null;
}

/** What a customer pays, what of it is held, and what can be withdrawn. */
export class Reserve {
  available: number;
  /** In percent; 0: nothing is retained. */
  retention: number;
  holdSeconds: number;
  readonly #choices: Choices;
  readonly #wire: Wire;
  readonly #tell: Tell;
  readonly #companyId: string;
  readonly #charges = new Map<string, Charge>();
  #holds: readonly Hold[] = [];
  #disputed = 0;

  constructor(choices: Choices, wire: Wire, tell: Tell) {
    this.#choices = choices;
    this.#wire = wire;
    this.#tell = tell;
    this.#companyId = wire.id("emp");
    this.available = choices.openingBalance;
    this.retention = choices.retention;
    this.holdSeconds = choices.holdSeconds;
    const old = { none: [], "far away": [864_000, 1_728_000], soon: [25, 864_000] }[choices.holdsAtStart];
    for (const [nth, seconds] of old.entries()) this.#hold(wire.id("chg"), 4_321 + nth, seconds);
  }

  /** `data` of the balance, as the document shows it. */
  balance(): Members {
    const held: readonly Hold[] = {
      "oldest first": this.#holds,
      "newest first": this.#holds.toReversed(),
      "largest first": this.#holds.toSorted((one, other) => other.amountCents - one.amountCents),
    }[this.#choices.holdOrder];
    return {
      balance: this.available,
      currency: "BRL",
      reservedBalance: held.reduce((sum, { amountCents }) => sum + amountCents, this.#disputed),
      reserveHolds: held.map((hold) => ({ ...hold, releaseAt: this.#wire.time(hold.releaseAt), status: "HELD" })),
    };
  }

  charge(total: number, externalId: unknown, customer: unknown): string {
    const charge: Charge = {
      chargeId: this.#wire.id("chg"),
      total,
      externalId: typeof externalId === "string" ? externalId : null,
      customer: customer ?? null,
      expiresAt: this.#wire.time(Date.now() + 86_400_000),
      paymentStatus: "PENDING",
      paidAt: null,
    };
    this.#charges.set(charge.chargeId, charge);
    this.#told("charge.pending", charge, null);
    return charge.chargeId;
  }

  pay(chargeId: string): void {
    const charge = this.#find(chargeId);
    const isProcessed = this.#choices.processing === "told";
    if (isProcessed) charge.paymentStatus = "PROCESSING";
    if (isProcessed) this.#told("charge.processing", charge, "PENDING");
    Object.assign(charge, { paymentStatus: "PAID", paidAt: this.#wire.time(Date.now()) });
    const { rounding, tranches } = this.#choices;
    const round = { up: Math.ceil, down: Math.floor, "half up": Math.round }[rounding];
    const held = round((charge.total * this.retention) / 100);
    this.available += charge.total - held;
    const part = Math.trunc(held / tranches);
    for (let nth = 1; nth < tranches; nth += 1) this.#hold(chargeId, part, this.holdSeconds + 4 * nth);
    this.#hold(chargeId, held - part * (tranches - 1), this.holdSeconds);
    this.#told("charge.paid", charge, isProcessed ? "PROCESSING" : "PENDING");
  }

  expire(chargeId: string): void {
    const charge = this.#find(chargeId);
    charge.paymentStatus = "EXPIRED";
    this.#told("charge.expired", charge, "PENDING");
  }

  dispute(chargeId: string): void {
    const charge = this.#find(chargeId);
    charge.paymentStatus = "REFUNDED";
    const taken = Math.min(charge.total, this.available);
    this.available -= taken;
    if (this.#choices.disputed === "retained") this.#disputed += taken;
    this.#tell("dispute.chargeback", disputed(this.#choices, chargeId, charge.total));
  }

  subscription(event: string, subscriptionId = this.#wire.id("sub")): string {
    this.#tell(event, subscribed(this.#choices, subscriptionId));
    return subscriptionId;
  }

  /** The amount leaves the list and counts in the balance at the same moment. */
  #hold(chargeId: string, amountCents: number, seconds: number): void {
    if (amountCents === 0) return;
    const hold = { chargeId, amountCents, releaseAt: Date.now() + seconds * 1_000 };
    this.#holds = [...this.#holds, hold];
    setTimeout(() => {
      this.#holds = this.#holds.filter((one) => one !== hold);
      this.available += amountCents;
    }, seconds * 1_000);
  }

  #find(chargeId: string): Charge {
    const charge = this.#charges.get(chargeId);
    if (charge === undefined) throw new Error(`no charge has the id ${chargeId}`);
    return charge;
  }

  #told(event: string, charge: Charge, previousStatus: string | null): void {
    const { optionals } = this.#choices;
    const isLeftOut = optionals === "left out" || (optionals === "null or left out" && event === "charge.expired");
    const data = { ...charge, companyId: this.#companyId, previousStatus, method: "pix" };
    const isShown = ([name, value]: readonly [string, unknown]) =>
      value !== null || !isLeftOut || (name !== "previousStatus" && name !== "customer");
    this.#tell(event, Object.fromEntries(Object.entries(data).filter(isShown)));
  }
}
