import { pathWith } from "../../src/client/path-segment.ts";
import type { DescribedOperation, Description } from "../judge/description.ts";
import { valuesIn } from "../judge/json.ts";
import { isTrouble } from "../trace/cause.ts";
import { memberCalled, ownCallsOf } from "../trace/find.ts";
import { type Call, isSuccess, type TraceEntry } from "../trace/trace.ts";
import type { TargetClock } from "./clock.ts";
import type { Passed } from "./forward.ts";
import type { Gate } from "./gate.ts";
import { LostAnswer } from "./lost-answer.ts";
import { inventedPrefix } from "./permissions.ts";
import { isDenied, type Routes, UNKNOWN_PATH } from "./routes.ts";

/** What is sent, where that is not simply an operation's members as JSON. */
interface CallOptions {
  readonly id?: string;
  readonly query?: string;
  readonly isPage?: true;
  readonly rawBody?: string;
  readonly credential?: Call["credential"];
  readonly prefix?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** By the sandbox's names, what members are called on the wire; by default as they are described, or were learned. */
  readonly names?: ReadonlyMap<string, string>;
}

type Sent = [operation: DescribedOperation, pattern: string, members: Call["request"]["members"], options: CallOptions];

interface AccountParts {
  readonly gate: Gate;
  readonly description: Description;
  readonly apiKey: string;
  readonly routes: Routes;
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

  /** The account that this key opens: this one, or another company's on the same target. */
  withKey(apiKey: string): Account {
    if (apiKey === this.apiKey) return this;
    return new Account(`${this.name}, other company`, this.#story, this.#trace, this.clock, { ...this.#parts, apiKey });
  }

  /** Calls an operation by the sandbox's names. Throws `LostAnswer` where it may be done and no answer tells. */
  async call(
    operationId: string,
    members: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): Promise<Call> {
    const { description, routes } = this.#parts;
    const operation = description.operation(operationId);
    if (options.prefix !== undefined) return this.#called(operation, options.prefix + operation.path, members, options);
    const call = await this.#again(operation, routes.patternOf(operation), members, options);
    // A sandbox is where its description says.
    const isKnown = this.clock.isAdvanced || options.credential !== undefined;
    const others = isKnown ? [] : routes.othersFor(operation, call.response);
    for (const pattern of others) {
      const other = await this.#again(operation, pattern, members, options);
      // It may say so of every path below that one, or of what was asked for.
      if (isDenied(other.response)) await this.askNowhere(operation.method, pattern.startsWith("/v1/") ? "/v1" : "");
      if (routes.take(operation, pattern, other.response)) return other;
    }
    // Where an answer is lost, `LostAnswer` is thrown, and the next call seeks again.
    if (others.length > 0) routes.giveUp(operationId);
    return call;
  }

  /** What can do no harm is sent again when its answer was lost: more often than twice is no accident. */
  async #again(...sent: Sent): Promise<Call> {
    let call = await this.#called(...sent);
    for (let nth = 1; isLost(call) && nth < 3; nth += 1) {
      if (mayChange(call)) throw new LostAnswer(call);
      call = await this.#called(...sent);
    }
    return call;
  }

  async #called(...[operation, pattern, members, options]: Sent): Promise<Call> {
    const { operationId, method, requestNames } = operation;
    const { id = "", query = "", credential = "own", headers = {} } = options;
    const path = pathWith(pattern, () => id) + query;
    const names = options.names ?? this.#parts.routes.names.get(operationId) ?? requestNames;
    const named = Object.entries(members).map(([name, value]) => [names.get(name) ?? name, value] as const);
    const hasBody = method !== "GET" && method !== "DELETE";
    const body = options.rawBody ?? (hasBody ? JSON.stringify(nested(named)) : "");
    const request = {
      method,
      path,
      headers: { ...this.#key(credential), ...(body !== "" && { "content-type": "application/json" }), ...headers },
      body: Buffer.from(body),
    };
    return this.#ask(request, {
      credential,
      operationId,
      request: {
        method,
        path,
        base: this.#parts.routes.base,
        members,
        ...(body !== "" && { text: body }),
        ...(id !== "" && { id }),
        ...(pattern !== operation.path && { isTried: true as const }),
        ...(options.isPage && { isPage: true as const }),
        ...(options.headers !== undefined && { headers: options.headers }),
        ...(options.rawBody !== undefined && { rawBody: options.rawBody }),
      },
    });
  }

  /** What is learned of the target, for all accounts of the run. */
  get routes(): Routes {
    return this.#parts.routes;
  }

  get description(): Description {
    return this.#parts.description;
  }

  get apiKey(): string {
    return this.#parts.apiKey;
  }

  /** Asks for a path that no target has, so that what others say can be told from what it says there. */
  async askNowhere(method = "GET", prefix = ""): Promise<void> {
    const { response } = await this.send(method, prefix + UNKNOWN_PATH);
    this.#parts.routes.unknown(response);
  }

  /** Sends a request that no operation takes. */
  async send(method: string, path: string): Promise<Call> {
    const request = { method, path, headers: this.#key("own"), body: Buffer.alloc(0) };
    const said = { method, path, members: {} };
    return this.#ask(request, { credential: "own", operationId: undefined, request: said });
  }

  /** Adds to the trace what was asked, unless the user has not allowed it: then the story goes on, and no clause sees it. */
  async #ask(request: Passed, said: Pick<Call, "credential" | "operationId" | "request">): Promise<Call> {
    let askedAt = this.clock.now();
    const own = { kind: "call", story: this.#story, account: this.name } as const;
    const answered = (answer: Pick<Call, "response" | "failure">): Call => {
      return { ...own, ...said, askedAt, answeredAt: this.clock.now(), ...answer };
    };
    const sent = await this.#parts.gate.send(request, this.#story, (answer) => {
      this.#trace.push(answered(answer));
      askedAt = this.clock.now();
    });
    if ("denial" in sent) return answered({ response: undefined, failure: sent.denial.reason });
    const call = answered(sent);
    this.#trace.push(call);
    return call;
  }

  #key(credential: Call["credential"]): Record<string, string> {
    if (credential === "none") return {};
    // One that only begins like a key is a wrong one as well, and one that no target has given.
    return { "x-api-key": credential === "own" ? this.#parts.apiKey : `${this.#parts.apiKey}-saldo-nobody` };
  }

  /** Reads the history, and on to the page that has a withdrawal, by default the newest of the run. Returns that page. */
  async withdrawals(id = this.#newestId): Promise<Call> {
    const first = await this.call("listWithdrawals");
    const has = ({ response }: Call) => valuesIn(response?.json).some((value) => String(value) === id);
    const ask = (query: string) => this.call("listWithdrawals", {}, { query, isPage: true });
    return id === undefined || !isSuccess(first) ? first : this.routes.history.seek(first, has, ask);
  }

  get #newestId(): string | undefined {
    const own = ownCallsOf(this.#trace, "initiateWithdrawal").filter(({ account }) => account === this.name);
    const id = memberCalled(own.findLast(isSuccess)?.response?.json, "withdrawId");
    return id === undefined ? undefined : String(id);
  }

  balance = () => this.call("getBalance");
  fee = () => this.call("simulateWithdrawalFee");
  initiate = (value: number) => this.call("initiateWithdrawal", { value });
  confirm = (withdrawId: string, otpCode: string) => this.call("confirmWithdrawal", { withdrawId, otpCode });
  resend = (withdrawId: string) => this.call("resendOtp", { withdrawId });
  cancel = (withdrawId: string) => this.call("cancelWithdrawal", { withdrawId });
}

/** A name with a dot is that of a member of a member. */
function nested(named: readonly (readonly [string, unknown])[]): object {
  const members: Record<string, unknown> = {};
  for (const [name, value] of named) {
    const [outer = "", inner] = name.split(".");
    members[outer] = inner === undefined ? value : { ...Object(members[outer]), [inner]: value };
  }
  return members;
}

function isLost({ response, failure }: Call): boolean {
  // What was not allowed was not sent.
  return response === undefined ? failure?.startsWith("no answer came") === true : isTrouble(response.status);
}

/** Requests that say nothing of what is there change nothing, whatever becomes of them. */
function mayChange({ operationId, credential, request: { members } }: Call): boolean {
  if (credential !== "own") return false;
  if (operationId === "createWebhook") return Object.keys(members).length > 0;
  if (operationId === "initiateWithdrawal") return Number.isInteger(members.value) && Number(members.value) > 0;
  const isOfWithdrawal = ["confirmWithdrawal", "resendOtp", "cancelWithdrawal"].includes(operationId ?? "");
  return isOfWithdrawal && typeof members.withdrawId === "string" && !members.withdrawId.startsWith(inventedPrefix);
}
