import type { JsonObject } from "../description/json.ts";
import { everything } from "../description/json.ts";
import { inventedPrefix } from "../desk/headers.ts";
import { Answer } from "./answer.ts";
import type { Clock } from "./clock.ts";
import { ControlPlane } from "./control-plane.ts";
import type { Run } from "./run.ts";

/** An account whose control plane is there. */
export type SandboxAccount = Account & { readonly control: ControlPlane };

export interface CallOptions {
  /** By the sandbox's names; on the wire they are called as the description says. */
  readonly body?: JsonObject;
  /** In the place of a body, byte for byte. */
  readonly rawBody?: string;
  readonly id?: string;
  readonly query?: string;
  /** In the place of the account's key; null for none. */
  readonly apiKey?: string | null;
  /** Before the path. */
  readonly prefix?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A company on the target, as its API key sees it. */
export class Account {
  readonly run: Run;
  readonly apiKey: string;
  readonly control: ControlPlane | undefined;
  readonly clock: Clock;

  constructor(run: Run, apiKey: string, control: ControlPlane | undefined) {
    this.run = run;
    this.apiKey = apiKey;
    this.control = control;
    this.clock = control === undefined ? run.clock : run.clockOf(control);
  }

  /** An account to work with: of a world of its own where there is a control plane, else the user's. */
  static async begin(run: Run): Promise<Account> {
    if (run.offers("control-plane")) return Account.ofNewWorld(run);
    const { apiKey } = run.settings;
    if (apiKey === undefined) throw new Error("a target without control plane needs an API key");
    return new Account(run, apiKey, undefined);
  }

  /** The same, where a contract needs the control plane besides. */
  static async ofNewWorld(run: Run): Promise<SandboxAccount> {
    run.require("control-plane");
    const control = await ControlPlane.newWorld(run.desk, run.clause.id);
    return Object.assign(new Account(run, control.apiKey, control), { control });
  }

  /** Calls an operation of the interface. */
  async call(operationId: string, options: CallOptions = {}): Promise<Answer> {
    const operation = this.run.examiner.description.operation(operationId);
    const { body, rawBody, id = "", query = "", apiKey = this.apiKey, prefix = "", headers = {} } = options;
    const members = Object.entries(body ?? {}).map(([name, value]) => [
      operation.requestNames.get(name) ?? name,
      value,
    ]);
    const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(Object.fromEntries(members)));
    const path = prefix + operation.path.replace(/\{[^}]+\}/, encodeURIComponent(id)) + query;
    const key: Record<string, string> = apiKey === null ? {} : { "x-api-key": apiKey };
    const type: Record<string, string> = sent === undefined ? {} : { "content-type": "application/json" };
    const request = { method: operation.method, path, headers: { ...key, ...type, ...headers } };
    const raw = await this.run.desk.send(sent === undefined ? request : { ...request, body: sent });
    const answer = new Answer(operation, raw, this.run.examiner);
    if (operationId === "initiateWithdrawal" && answer.isSuccess)
      this.run.opened.add(String(answer.find("withdrawId")));
    return this.run.remember(answer);
  }

  balance = (options?: CallOptions) => this.call("getBalance", options);
  fee = (options?: CallOptions) => this.call("simulateWithdrawalFee", options);
  withdrawals = (options?: CallOptions) => this.call("listWithdrawals", options);
  initiate = (value: number) => this.call("initiateWithdrawal", { body: { value } });
  confirm = (withdrawId: string, otpCode: string) => this.call("confirmWithdrawal", { body: { withdrawId, otpCode } });
  resend = (withdrawId: string) => this.call("resendOtp", { body: { withdrawId } });
  cancel = (withdrawId: string) => this.call("cancelWithdrawal", { body: { withdrawId } });
  webhooks = (options?: CallOptions) => this.call("listWebhooks", options);
  webhookEvents = (options?: CallOptions) => this.call("listWebhookEvents", options);
  log = (id: string) => this.call("listWebhookLogs", { id });
  testDelivery = (id: string) => this.call("testWebhook", { id });

  /** The balance available for withdrawal, in cents. */
  async availableCents(): Promise<number> {
    return (await this.balance()).accepted("balance-read").integer("balance");
  }

  /** An identifier that belongs to nothing. */
  inventedId(): string {
    return inventedPrefix + crypto.randomUUID();
  }

  createWebhook(url: string, events: readonly string[], name = newHookName()): Promise<Answer> {
    return this.call("createWebhook", { body: { url, name, events } });
  }
}

/** So that whoever finds one knows whence it is; names tell webhooks apart, so that no two are alike. */
export function newHookName(): string {
  return `saldo contract ${crypto.randomUUID().slice(0, 8)}`;
}

/** Whether something is said anywhere in a body. */
export function says(body: unknown, value: unknown): boolean {
  for (const item of everything(body)) if (item.value === value) return true;
  return false;
}
