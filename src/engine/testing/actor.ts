import type { Command } from "../../domain/command.ts";
import type { Company } from "../../domain/company.ts";
import type { Delivery } from "../../domain/delivery.ts";
import { type Otp, otpCode } from "../../domain/otp.ts";
import { fingerprint } from "../../domain/testing/fingerprint.ts";
import { existing, type World } from "../../domain/world.ts";
import type { Position } from "../../store/world-store.ts";
import { type AdvanceOutcome, type AdvanceTarget, advance } from "../advance.ts";
import type { LiveWorld } from "../world/live-world.ts";
import type { Transaction } from "../world/moment.ts";

/** A company in its world, as requests would act for it. */
export class Actor {
  readonly world: LiveWorld;
  readonly companyId: string;

  constructor(world: LiveWorld, companyId: string) {
    this.world = world;
    this.companyId = companyId;
  }

  /** The promise of the world itself where there is one: tests look at the order in which answers leave. */
  #transact<T>(work: (transaction: Transaction) => T): Promise<T> {
    return Promise.resolve(this.world.transact(work));
  }

  run(command: Command) {
    return this.#transact((transaction) => transaction.run(command));
  }

  initiate(value = 10_000) {
    return this.run({ type: "initiate-withdrawal", companyId: this.companyId, value });
  }

  /** Initiates a withdrawal and says its id. */
  async initiated(value?: number): Promise<string> {
    const outcome = await this.initiate(value);
    if (outcome.type !== "initiated" || !("withdrawId" in outcome)) throw new Error(outcome.type);
    return outcome.withdrawId;
  }

  /** Confirms with the code that the responsible person was sent. */
  confirm(withdrawId: string) {
    return this.#transact((transaction) => {
      const { seed, withdrawals } = transaction.world;
      const otp: Otp | null | undefined = withdrawals.get(withdrawId)?.otp;
      const code = otpCode(seed, withdrawId, otp ?? { issue: 1 });
      return transaction.run({ type: "confirm-withdrawal", companyId: this.companyId, withdrawId, otpCode: code });
    });
  }

  charge(total: number, terms: { expiresIn?: string; paid?: boolean } = {}) {
    return this.run({ type: "create-charge", companyId: this.companyId, total, ...terms });
  }

  /** Registers a webhook, which hears of new charges by default, and says its id. */
  async webhook(url = "https://hooks.acme.dev/saldo", events: readonly string[] = ["charge.pending"]): Promise<string> {
    const { companyId } = this;
    const outcome = await this.run({ type: "create-webhook", companyId, name: "Hooks", url, events });
    if (outcome.type !== "webhook-created") throw new Error(JSON.stringify(outcome));
    return outcome.webhookId;
  }

  /** What became of every delivery so far, in the order in which they were made. */
  deliveries(): Promise<readonly Delivery[]> {
    return this.see(({ deliveryIds }, { deliveries }) => {
      return deliveryIds.map((id) => structuredClone(existing(deliveries, id)));
    });
  }

  /** Makes pending charges in one go; webhooks are told of them. */
  charges(count: number): Promise<void> {
    const { companyId } = this;
    return this.#transact((transaction) => {
      for (let i = 0; i < count; i += 1) transaction.run({ type: "create-charge", companyId, total: 100 });
    });
  }

  see<T>(look: (company: Company, world: Readonly<World>) => T): Promise<T> {
    return this.#transact(({ world }) => {
      const company = world.companies.get(this.companyId);
      if (company === undefined) throw new Error(`the world has no ${this.companyId}`);
      return look(company, world);
    });
  }

  /** What the world is, and where. */
  look() {
    return this.#transact(({ world, at, position }) => ({ position, at, print: fingerprint(world) }));
  }

  /** What the world is, but for how often it has gone back. */
  state(): Promise<string> {
    return this.#transact(({ world }) => fingerprint({ ...world, epoch: 0, minted: {} as typeof world.minted }));
  }

  position(): Promise<Position> {
    return this.#transact(({ position }) => position);
  }

  async lastCharge(): Promise<string | undefined> {
    return this.see((_, { charges }) => [...charges.values()].at(-1)?.paymentStatus);
  }

  available(): Promise<number> {
    return this.see(({ ledger }) => ledger.available);
  }
}

/** Asks for a world's clock like a request that sets it. Rejects with `ClockBusy` while the clock is paused. */
export async function settingClock(world: LiveWorld): Promise<void> {
  await world.setClock(() => undefined);
}

export type Advanced = Extract<AdvanceOutcome, { type: "clock-advanced" }>;

/** An advance that is expected to get where it was sent. */
export async function advanced(world: LiveWorld, target: AdvanceTarget): Promise<Advanced> {
  const outcome = await advance(world, target);
  if (outcome.type !== "clock-advanced") throw new Error(JSON.stringify(outcome));
  return outcome;
}
