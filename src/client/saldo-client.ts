import type { operations } from "../spec/generated/control-api.ts";
import { Charges } from "./charges.ts";
import { Clock } from "./clock.ts";
import { Company } from "./company.ts";
import {
  type Ask,
  asker,
  type Connection,
  type ControlApi,
  controlApi,
  type InterfaceApi,
  interfaceApi,
} from "./connection.ts";
import { Faults } from "./faults.ts";
import { History } from "./history.ts";
import { Inbox } from "./inbox.ts";
import type { BodyOf } from "./operation-types.ts";
import { Routes } from "./routes.ts";
import { Settings } from "./settings.ts";
import { Subscriptions } from "./subscriptions.ts";
import { carriedOut } from "./unexpected-answer.ts";
import { Webhooks } from "./webhooks.ts";
import { Withdrawals } from "./withdrawals.ts";

/**
 * A sandbox as one company sees it. What a test needs most has a name of its own; `interface` and `control` are all of
 * it, with the paths and types of the OpenAPI documents.
 */
export class SaldoClient {
  readonly url: string;
  readonly apiKey: string | null;
  /** The simulated platform: `saldo.interface.POST("/account-balance/withdraw", { body: { value: 10_000 } })`. */
  readonly interface: InterfaceApi;
  /** The control plane: `saldo.control.GET("/ledger")`. */
  readonly control: ControlApi;
  readonly clock: Clock;
  readonly inbox: Inbox;
  readonly charges: Charges;
  readonly subscriptions: Subscriptions;
  readonly withdrawals: Withdrawals;
  readonly webhooks: Webhooks;
  readonly routes: Routes;
  readonly settings: Settings;
  readonly company: Company;
  readonly faults: Faults;
  readonly history: History;
  /** Any request, also one that the documents do not allow. */
  readonly ask: Ask;
  /** The same in the name of another company, or of none. */
  readonly as: (apiKey: string | null) => Ask;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.url = connection.url;
    this.apiKey = connection.apiKey;
    this.interface = interfaceApi(connection);
    this.control = controlApi(connection);
    this.clock = new Clock(this.control);
    this.inbox = new Inbox(this.control);
    this.charges = new Charges(this.control);
    this.subscriptions = new Subscriptions(this.control);
    this.withdrawals = new Withdrawals(this.control);
    this.webhooks = new Webhooks(this.control);
    this.routes = new Routes(this.control);
    this.settings = new Settings(this.control);
    this.company = new Company(this.control);
    this.faults = new Faults(this.control);
    this.history = new History(this.control);
    this.ask = asker(connection);
    this.as = (key) => asker({ ...connection, apiKey: key });
  }

  /** The same sandbox as another company sees it. */
  of(apiKey: string): SaldoClient {
    return new SaldoClient({ ...this.#connection, apiKey });
  }

  /** Another company in the same world, with a key of its own: `{ balance: 50_000 }`. */
  addCompany(company: BodyOf<operations["addCompany"]> = {}) {
    return carriedOut(this.control.POST("/companies", { body: company }));
  }

  /**
   * A world of its own, which no other test meets; `await using` deletes it. Unless told otherwise its clock stands still,
   * and it begins in the same way every time. Throws `UnexpectedAnswer` when it cannot be made.
   */
  async world(order: WorldOrder = {}): Promise<SaldoWorld> {
    const { worldId, companies } = await carriedOut(this.control.POST("/worlds", { body: beginning(order) }));
    const remove = async () => {
      await this.control.DELETE("/worlds/{worldId}", { params: { path: { worldId } } });
    };
    return new SaldoWorld(this.#connection, worldId, companies, remove);
  }
}

/** How a world is to begin. */
export type WorldOrder = BodyOf<operations["createWorld"]>;

/** What tests begin with that say nothing else. A save-file says all of it itself. */
export const testBeginning = { seed: "test", startAt: "2026-03-02T12:00:00.000Z", clock: { mode: "frozen" } } as const;

function beginning(order: WorldOrder): WorldOrder {
  return order.world === undefined ? { ...testBeginning, ...order } : order;
}

/** A company with its API key. */
export interface KeyHolder {
  readonly companyId: string;
  readonly apiKey: string;
}

/** A world that belongs to whoever made it, as its first company sees it. */
export class SaldoWorld extends SaldoClient implements AsyncDisposable {
  declare readonly apiKey: string;
  readonly worldId: string;
  readonly companies: readonly KeyHolder[];
  readonly #end: () => Promise<void>;

  constructor(
    connection: Omit<Connection, "apiKey">,
    worldId: string,
    companies: readonly KeyHolder[],
    end: () => Promise<void>,
  ) {
    const [first] = companies;
    if (first === undefined) throw new Error(`the world ${worldId} has no company to speak for`);
    super({ ...connection, apiKey: first.apiKey });
    this.worldId = worldId;
    this.companies = companies;
    this.#end = end;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#end();
  }
}
