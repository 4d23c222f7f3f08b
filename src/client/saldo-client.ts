import type { CompanyAdded, Coverage } from "../spec/generated/control-api.ts";
import { clockOf } from "./clock.ts";
import {
  type Ask,
  asker,
  type BodyOf,
  type Connection,
  type ControlApi,
  controlApi,
  fetchOf,
  type InterfaceApi,
  interfaceApi,
} from "./connection.ts";
import { historyOf } from "./history.ts";
import { inboxOf } from "./inbox.ts";
import { chargesOf, subscriptionsOf, withdrawalsOf } from "./payments.ts";
import { companyOf, faultsOf, presetsOf, routesOf, settingsOf } from "./settings.ts";
import { carriedOut } from "./unexpected-answer.ts";
import { webhooksOf } from "./webhooks.ts";

/**
 * A sandbox as one company sees it. What a test needs most has a name of its own: its methods throw `UnexpectedAnswer`
 * when the sandbox refuses. `api` and `control` are all of it, with the paths and types of the OpenAPI documents.
 */
export class SaldoClient {
  readonly url: string;
  readonly apiKey: string | null;
  /** The simulated platform: `saldo.api.POST("/account-balance/withdraw", { body: { value: 10_000 } })`. */
  readonly api: InterfaceApi;
  /** The control plane: `saldo.control.GET("/ledger")`. */
  readonly control: ControlApi;
  readonly clock: ReturnType<typeof clockOf>;
  readonly inbox: ReturnType<typeof inboxOf>;
  readonly charges: ReturnType<typeof chargesOf>;
  readonly subscriptions: ReturnType<typeof subscriptionsOf>;
  readonly withdrawals: ReturnType<typeof withdrawalsOf>;
  readonly webhooks: ReturnType<typeof webhooksOf>;
  readonly routes: ReturnType<typeof routesOf>;
  readonly settings: ReturnType<typeof settingsOf>;
  readonly company: ReturnType<typeof companyOf>;
  readonly faults: ReturnType<typeof faultsOf>;
  readonly presets: ReturnType<typeof presetsOf>;
  readonly history: ReturnType<typeof historyOf>;
  /** Sends any request, also one that the documents do not allow. */
  readonly ask: Ask;
  /** Does the same with the key of another company, or without one. */
  readonly as: (apiKey: string | null) => Ask;
  /**
   * The standard `fetch`, which asks this sandbox whatever the host of the address is: give it to an application that takes
   * a `fetch`. It adds no key.
   */
  readonly fetch: typeof globalThis.fetch;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.api = interfaceApi(connection);
    this.control = controlApi(connection);
    this.#connection = connection;
    this.url = connection.url;
    this.apiKey = connection.apiKey;
    this.clock = clockOf(this.control);
    this.inbox = inboxOf(this.control);
    this.charges = chargesOf(this.control);
    this.subscriptions = subscriptionsOf(this.control);
    this.withdrawals = withdrawalsOf(this.control);
    this.webhooks = webhooksOf(this.control);
    this.routes = routesOf(this.control);
    this.settings = settingsOf(this.control);
    this.company = companyOf(this.control);
    this.faults = faultsOf(this.control);
    this.presets = presetsOf(this.control);
    this.history = historyOf(this.control);
    this.ask = asker(connection);
    this.fetch = fetchOf(connection);
    this.as = (key) => asker({ ...connection, apiKey: key });
  }

  /** Returns a client of the same sandbox for another company. */
  of(apiKey: string): SaldoClient {
    return new SaldoClient({ ...this.#connection, apiKey });
  }

  /** Adds a company to the world, with a key of its own: `{ balance: 50_000 }`. */
  addCompany(company: BodyOf<"addCompany"> = {}): Promise<CompanyAdded> {
    return carriedOut(this.control.POST("/companies", { body: company }));
  }

  /** Returns what the clients of all worlds have met of what is documented since the sandbox started. */
  coverage(): Promise<Coverage> {
    return carriedOut(this.control.GET("/coverage"));
  }

  /** Returns the same of the world of the key. */
  worldCoverage(): Promise<Coverage> {
    return carriedOut(this.control.GET("/world/coverage"));
  }

  /**
   * Creates a world that no other test shares; `await using` or `stop()` deletes it. By default its clock is frozen and it begins in
   * the same way every time. Throws `UnexpectedAnswer` when it cannot be created.
   */
  async world(order: WorldOrder = {}): Promise<SaldoWorld> {
    const body = order.world === undefined ? { ...testBeginning, ...order } : order;
    const { worldId, companies } = await carriedOut(this.control.POST("/worlds", { body }));
    const remove = async () => {
      await this.control.DELETE("/worlds/{worldId}", { params: { path: { worldId } } });
    };
    return new SaldoWorld(this.#connection, worldId, companies, remove);
  }
}

/** How a world begins. */
export type WorldOrder = BodyOf<"createWorld">;

/** How the worlds of tests begin by default. A save-file says all of this itself. */
export const testBeginning = { seed: "test", startAt: "2026-03-02T12:00:00.000Z", clock: { mode: "frozen" } } as const;

/** A company with its API key. */
export interface CompanyWithKey {
  readonly companyId: string;
  readonly apiKey: string;
}

/** A world that was created for a test, as its first company sees it. */
export class SaldoWorld extends SaldoClient implements AsyncDisposable {
  declare readonly apiKey: string;
  readonly worldId: string;
  readonly companies: readonly CompanyWithKey[];
  readonly #end: () => Promise<void>;
  #ended: Promise<void> | undefined;

  constructor(
    connection: Omit<Connection, "apiKey">,
    worldId: string,
    companies: readonly CompanyWithKey[],
    end: () => Promise<void>,
  ) {
    const [first] = companies;
    if (first === undefined) throw new Error(`the world ${worldId} has no company to speak for`);
    super({ ...connection, apiKey: first.apiKey });
    this.worldId = worldId;
    this.companies = companies;
    this.#end = end;
  }

  /** The address of the page that shows this world to people, with the key of its first company. */
  get pageUrl(): string {
    return `${this.url.replace(/\/+$/, "")}/sandbox/ui/#key=${encodeURIComponent(this.apiKey)}`;
  }

  /** Ends what began with this world: deletes a world of `world()`, or ends a whole sandbox. More calls do nothing more. */
  stop(): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  /** Does the same as `stop()`, at the end of the block of `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}
