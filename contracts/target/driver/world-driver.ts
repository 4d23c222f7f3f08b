import { pathSegment } from "../../../src/client/path-segment.ts";
import type { SaldoClient } from "../../../src/client/saldo-client.ts";
import { isObject } from "../../judge/json.ts";
import type { Gate } from "../gate.ts";
import { type Capability, outsideCapabilities } from "./capability.ts";
import { type Driver, DriverError } from "./driver.ts";
import type { TemplateValues } from "./template.ts";

type Result = Readonly<Record<string, unknown>>;

/** The control plane of a sandbox, for the world of one story. */
export class WorldDriver implements Driver {
  readonly capabilities: ReadonlySet<Capability>;
  readonly #client: SaldoClient;
  readonly #gate: Pick<Gate, "own">;
  readonly #pass: (ms: number) => Promise<void>;
  #isDaily = false;
  readonly #acts: Readonly<Partial<Record<Capability, (given: TemplateValues) => Promise<Result>>>>;

  constructor(client: SaldoClient, gate: Pick<Gate, "own">, pass: (ms: number) => Promise<void>) {
    this.#client = client;
    this.#gate = gate;
    this.#pass = pass;
    this.#acts = {
      "make-charge": (given) => this.#ask("POST", "/charges", given),
      "pay-charge": ({ chargeId }) => this.#pay(String(chargeId)),
      "expire-charge": ({ chargeId }) => this.#ask("POST", at`/charges/${chargeId}/expire`),
      "dispute-charge": ({ chargeId }) => this.#ask("POST", at`/charges/${chargeId}/chargeback`),
      "authorize-subscription": () => this.#subscribe("authorize"),
      "reject-subscription": () => this.#subscribe("reject"),
      "charge-subscription": (given) => this.#charge(given, "PAID"),
      "fail-subscription": (given) => this.#charge(given, "FAILED"),
      "approve-withdrawal": ({ withdrawId }) => this.#ask("POST", at`/withdrawals/${withdrawId}/approve`),
      "decline-withdrawal": ({ withdrawId }) => this.#ask("POST", at`/withdrawals/${withdrawId}/decline`),
      "daily-withdrawal": () => this.#daily(),
      "reactivate-webhook": ({ webhookId }) => this.#ask("POST", at`/webhooks/${webhookId}/reactivate`),
      "change-settings": (given) => this.#ask("PATCH", "/settings", given),
      "other-key": () => this.#otherKey(),
    };
    this.capabilities = new Set(outsideCapabilities.filter((one) => one in this.#acts));
  }

  async act(capability: Capability, given: TemplateValues): Promise<Result> {
    const act = this.#acts[capability];
    if (act === undefined) throw new DriverError(`a sandbox cannot ${capability}`);
    return act(given);
  }

  async #ask(method: string, path: string, body?: unknown): Promise<Result> {
    const answer = await this.#client.ask(method, `/sandbox${path}`, body);
    if (answer.status < 300) return isObject(answer.body) ? answer.body : {};
    throw new DriverError(`${method} /sandbox${path} got ${answer.status}: ${JSON.stringify(answer.body)}`);
  }

  async #pay(chargeId: string): Promise<Result> {
    await this.#ask("POST", at`/charges/${chargeId}/process`);
    return this.#ask("POST", at`/charges/${chargeId}/pay`);
  }

  async #subscribe(end: "authorize" | "reject"): Promise<Result> {
    const { subscriptionId } = await this.#ask("POST", "/subscriptions", { amountCents: 4_990, interval: "P1M" });
    return this.#ask("POST", at`/subscriptions/${subscriptionId}/${end}`);
  }

  #charge({ subscriptionId }: TemplateValues, outcome: "PAID" | "FAILED"): Promise<Result> {
    return this.#ask("POST", at`/subscriptions/${subscriptionId}/charge`, { outcome });
  }

  /** It is set up once, so that a second day shows whether it goes on. */
  async #daily(): Promise<Result> {
    if (!this.#isDaily) await this.#ask("PATCH", "/company", { automaticWithdrawal: { at: "06:00" } });
    this.#isDaily = true;
    await this.#pass(DAY_MS);
    return {};
  }

  async #otherKey(): Promise<Result> {
    const { apiKey } = await this.#ask("POST", "/companies", { balance: 1_000_000 });
    this.#gate.own(String(apiKey));
    return { apiKey };
  }
}

/** Fills ids into a path. */
function at(texts: TemplateStringsArray, ...ids: readonly unknown[]): string {
  return String.raw({ raw: texts }, ...ids.map((id) => pathSegment(String(id))));
}

const DAY_MS = 24 * 60 * 60_000;
