import type { Server } from "node:http";
import type { Books } from "saldo/drill";
import { Payouts, type ReadCode } from "./payouts.ts";
import { type Connection, Platform } from "./platform.ts";
import { startReceiver } from "./receiver.ts";
import { emptyStore, type Store, sum, takenCents } from "./store.ts";

export interface Options extends Connection {
  readonly webhookSecret: string;
  readonly code: ReadCode;
  /** Of its receiver; by default a free one. */
  readonly port?: number;
}

/** A payout application with books: it pays out, takes webhooks, and reconciles. */
export class Application {
  readonly payouts: Payouts;
  /** Where it takes webhooks. */
  readonly receiver: string;
  readonly #options: Options;
  readonly #store: Store;
  readonly #server: Server;

  private constructor(options: Options, store: Store, payouts: Payouts, server: Server, receiver: string) {
    this.#options = options;
    this.#store = store;
    this.payouts = payouts;
    this.#server = server;
    this.receiver = receiver;
  }

  /** Starts with empty books. */
  static async begin(options: Options, store: Store = emptyStore()): Promise<Application> {
    const platform = new Platform(options);
    const [withdrawals, balance] = await Promise.all([platform.withdrawals(), platform.balance()]);
    const openingCents = balance.balance + balance.reservedBalance + takenCents(withdrawals);
    Object.assign(store, { withdrawals, balance, openingCents }).save();
    return Application.start(options, store);
  }

  /** Starts with what is stored. */
  static async start(options: Options, store: Store): Promise<Application> {
    const { server, address } = await startReceiver(store, options.webhookSecret, options.port);
    const payouts = new Payouts(new Platform(options), store, options.code);
    return new Application(options, store, payouts, server, address);
  }

  /** Starts again with what is stored, as after a death. */
  async restart(): Promise<Application> {
    this.end();
    return Application.start(this.#options, this.#store);
  }

  books(): Books {
    const { withdrawals, balance, payouts, paid, chargedBack, openingCents } = this.#store;
    const confirmed = withdrawals.filter(({ status }) => status === "CONFIRMED");
    const open = withdrawals.filter(({ status }) => ["CREATED", "PENDING_REVIEW", "APPROVED"].includes(status));
    const explained = openingCents + sum(paid.values()) - sum(chargedBack.values()) - takenCents(withdrawals);
    return {
      available: balance.balance,
      reserved: balance.reservedBalance,
      paidOut: sum(confirmed.map(({ value }) => value)),
      fees: sum(confirmed.map(({ fee }) => fee)),
      underWay: sum(open.map(({ value }) => value)),
      // Refunds have no event, and what a deactivated webhook was not told stays untold: only the balance shows it.
      unexplained: balance.balance + balance.reservedBalance - explained,
      payouts: payouts
        .filter(({ state }) => state !== "waiting")
        .map(({ reference, withdrawId, cents, state }) => ({ reference, withdrawId, cents, state: bookedAs(state) })),
    };
  }

  end(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

function bookedAs(state: "waiting" | "open" | "underWay" | "paid" | "failed"): "underWay" | "paid" | "failed" {
  return state === "paid" || state === "failed" ? state : "underWay";
}
