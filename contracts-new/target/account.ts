import type { Description } from "../judge/description.ts";
import type { Call, TraceEntry } from "../trace/trace.ts";
import type { TargetClock } from "./clock.ts";
import type { Gate } from "./gate.ts";

/** What is sent, where that is not simply an operation's members as JSON. */
export interface CallOptions {
  readonly id?: string;
  readonly query?: string;
  readonly rawBody?: string;
  readonly credential?: Call["credential"];
  readonly prefix?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface AccountParts {
  readonly gate: Gate;
  readonly description: Description;
  readonly apiKey: string;
  /** The path of the target's URL. */
  readonly base?: string;
}

/** A company on the target, as its API key sees it. Everything that it asks is added to the trace. */
export class Account {
  readonly name: string;
  readonly clock: TargetClock;
  readonly #parts: AccountParts;
  readonly #story: string;
  readonly #trace: TraceEntry[];

  constructor(name: string, story: string, trace: TraceEntry[], clock: TargetClock, parts: AccountParts) {
    this.name = name;
    this.clock = clock;
    this.#story = story;
    this.#trace = trace;
    this.#parts = parts;
  }

  /** Another company with a key of its own. */
  ofOther(name: string, apiKey: string): Account {
    return new Account(name, this.#story, this.#trace, this.clock, { ...this.#parts, apiKey });
  }

  /** Calls an operation with these members, by the sandbox's names. */
  async call(
    operationId: string,
    members: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): Promise<Call> {
    const { gate, description } = this.#parts;
    const operation = description.operation(operationId);
    const { id = "", query = "", prefix = "", credential = "own", headers = {} } = options;
    const path = prefix + operation.path.replace(/\{[^}]+\}/, encodeURIComponent(id)) + query;
    const named = Object.entries(members).map(([name, value]) => [operation.requestNames.get(name) ?? name, value]);
    const hasBody = operation.method !== "GET" && operation.method !== "DELETE";
    const body = options.rawBody ?? (hasBody ? JSON.stringify(Object.fromEntries(named)) : "");
    const request = {
      method: operation.method,
      path,
      headers: { ...this.#key(credential), ...(body !== "" && { "content-type": "application/json" }), ...headers },
      body: Buffer.from(body),
    };
    const askedAt = this.clock.now();
    const sent = await gate.send(request, this.#story);
    const isDenied = "denial" in sent;
    const answer = isDenied ? { response: undefined, failure: sent.denial.reason } : sent;
    const call: Call = {
      kind: "call",
      story: this.#story,
      account: this.name,
      credential,
      operationId,
      request: {
        method: operation.method,
        path,
        ...(this.#parts.base !== undefined && { base: this.#parts.base }),
        members,
        ...(body !== "" && { text: body }),
        ...(id !== "" && { id }),
        ...(options.rawBody !== undefined && { rawBody: options.rawBody }),
      },
      askedAt,
      answeredAt: this.clock.now(),
      ...answer,
    };
    // A request that the user has not allowed did not happen: the story goes on, and no clause sees it.
    if (!isDenied) this.#trace.push(call);
    return call;
  }

  get apiKey(): string {
    return this.#parts.apiKey;
  }

  #key(credential: Call["credential"]): Record<string, string> {
    if (credential === "none") return {};
    return { "x-api-key": credential === "own" ? this.#parts.apiKey : "saldo-nobody" };
  }

  balance = () => this.call("getBalance");
  fee = () => this.call("simulateWithdrawalFee");
  withdrawals = () => this.call("listWithdrawals");
  initiate = (value: number) => this.call("initiateWithdrawal", { value });
  confirm = (withdrawId: string, otpCode: string) => this.call("confirmWithdrawal", { withdrawId, otpCode });
  resend = (withdrawId: string) => this.call("resendOtp", { withdrawId });
  cancel = (withdrawId: string) => this.call("cancelWithdrawal", { withdrawId });
}
