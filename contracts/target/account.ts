import { pathWith } from "../../src/client/path-segment.ts";
import type { Description, GivenNames } from "../judge/description.ts";
import type { Call, TraceEntry } from "../trace/trace.ts";
import type { TargetClock } from "./clock.ts";
import type { Passed } from "./forward.ts";
import type { Gate } from "./gate.ts";

/** What is sent, where that is not simply an operation's members as JSON. */
interface CallOptions {
  readonly id?: string;
  readonly query?: string;
  readonly rawBody?: string;
  readonly credential?: Call["credential"];
  readonly prefix?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface AccountParts {
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

  ofOther(name: string, apiKey: string): Account {
    return new Account(name, this.#story, this.#trace, this.clock, { ...this.#parts, apiKey });
  }

  /** Calls an operation with these members, by the sandbox's names. */
  async call(
    operationId: string,
    members: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): Promise<Call> {
    const { description } = this.#parts;
    const operation = description.operation(operationId);
    const { id = "", query = "", prefix = "", credential = "own", headers = {} } = options;
    const path = prefix + pathWith(operation.path, () => id) + query;
    const named = Object.entries(members).map(([name, value]) => [operation.requestNames.get(name) ?? name, value]);
    const hasBody = operation.method !== "GET" && operation.method !== "DELETE";
    const body = options.rawBody ?? (hasBody ? JSON.stringify(Object.fromEntries(named)) : "");
    const request = {
      method: operation.method,
      path,
      headers: { ...this.#key(credential), ...(body !== "" && { "content-type": "application/json" }), ...headers },
      body: Buffer.from(body),
    };
    return this.#ask(request, {
      credential,
      operationId,
      request: {
        method: operation.method,
        path,
        ...(this.#parts.base !== undefined && { base: this.#parts.base }),
        members,
        ...(body !== "" && { text: body }),
        ...(id !== "" && { id }),
        ...(options.headers !== undefined && { headers: options.headers }),
        ...(options.rawBody !== undefined && { rawBody: options.rawBody }),
      },
    });
  }

  get names(): GivenNames {
    return this.#parts.description.names;
  }

  get apiKey(): string {
    return this.#parts.apiKey;
  }

  /** Sends a request that no operation takes. */
  async send(method: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Call> {
    const request = { method, path, headers: { ...this.#key("own"), ...headers }, body: Buffer.alloc(0) };
    const said = { method, path, members: {}, headers };
    return this.#ask(request, { credential: "own", operationId: undefined, request: said });
  }

  /** Adds to the trace what was asked, unless the user has not allowed it: then the story goes on, and no clause sees it. */
  async #ask(request: Passed, said: Pick<Call, "credential" | "operationId" | "request">): Promise<Call> {
    const askedAt = this.clock.now();
    const sent = await this.#parts.gate.send(request, this.#story);
    const isDenied = "denial" in sent;
    const answer = isDenied ? { response: undefined, failure: sent.denial.reason } : sent;
    const own = { kind: "call", story: this.#story, account: this.name } as const;
    const call: Call = { ...own, ...said, askedAt, answeredAt: this.clock.now(), ...answer };
    if (!isDenied) this.#trace.push(call);
    return call;
  }

  #key(credential: Call["credential"]): Record<string, string> {
    if (credential === "none") return {};
    // One that only begins like a key is a wrong one as well, and one that no target has given.
    return { "x-api-key": credential === "own" ? this.#parts.apiKey : `${this.#parts.apiKey}-saldo-nobody` };
  }

  balance = () => this.call("getBalance");
  fee = () => this.call("simulateWithdrawalFee");
  withdrawals = () => this.call("listWithdrawals");
  initiate = (value: number) => this.call("initiateWithdrawal", { value });
  confirm = (withdrawId: string, otpCode: string) => this.call("confirmWithdrawal", { withdrawId, otpCode });
  resend = (withdrawId: string) => this.call("resendOtp", { withdrawId });
  cancel = (withdrawId: string) => this.call("cancelWithdrawal", { withdrawId });
}
