import { isObject } from "../judge/json.ts";

/** One request to the interface, with what came back. Times are of the target's clock, in milliseconds since 1970. */
export interface Call {
  readonly kind: "call";
  readonly story: string;
  /** Whose account it concerns: each story of a sandbox has one of its own. */
  readonly account: string;
  /** With which API key: the account's own, none, or one of no company. */
  readonly credential: "own" | "none" | "unknown";
  /** Undefined for a request that no operation takes. */
  readonly operationId: string | undefined;
  readonly request: Request;
  readonly askedAt: number;
  readonly answeredAt: number;
  /** Undefined when no response came; `failure` says why. */
  readonly response: Response | undefined;
  readonly failure?: string;
}

export interface Request {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The path of the target's URL, before that one. */
  readonly base?: string;
  readonly id?: string;
  /** Set where the path is not the described one, but one at which the operation may be, too. */
  readonly isTried?: true;
  /** Set where it asks for a further page of a list. */
  readonly isPage?: true;
  /** What it says, by the sandbox's names. */
  readonly members: Readonly<Record<string, unknown>>;
  /** The body as it went out. */
  readonly text?: string;
  /** Headers beside the usual ones, by their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Set where the body is not these members as JSON. */
  readonly rawBody?: string;
}

export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as JSON; undefined where it is none. */
  readonly json: unknown;
}

/** One attempt of a webhook delivery, as the receiver of the run got it. */
export interface Arrival {
  readonly kind: "arrival";
  readonly story: string;
  readonly account: string;
  /** The path at the receiver; each webhook of a run has its own. */
  readonly path: string;
  readonly at: number;
  /** By the wall clock, for time limits that no sandbox shortens. */
  readonly receivedAt: number;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly json: unknown;
  /** The status that the receiver responds with, and after how long. */
  readonly status: number;
  readonly delayMs: number;
  /** Set where the machine was too busy at that time for instants to tell anything. */
  readonly isBusy?: true;
}

/** A one-time code was looked for in the mailbox; this is what its source told. */
export interface CodeRead {
  readonly kind: "code";
  readonly story: string;
  readonly account: string;
  readonly withdrawId: string;
  /** As it was read, which should be six digits; empty when none came. */
  readonly code: string;
  /** To whom the mail went, where that can be seen. */
  readonly to?: string;
  /** The address of the responsible person, where that can be seen. */
  readonly responsible?: string;
  readonly at: number;
}

/** Something that no API key can do: a customer pays, a super admin approves, the dashboard reactivates. */
export interface OutsideAct {
  readonly kind: "act";
  readonly story: string;
  readonly account: string;
  readonly capability: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly result: Readonly<Record<string, unknown>>;
  readonly startedAt: number;
  readonly at: number;
}

export type TraceEntry = Call | Arrival | CodeRead | OutsideAct;

/** What tells what became of a request. */
export type Answered = Pick<Call, "response"> & Partial<Pick<Call, "operationId" | "credential">>;

export function isSuccess(call: Answered): boolean {
  const { status = 0 } = call.response ?? {};
  return status >= 200 && status <= 299 && !isRefusal(call);
}

/** A redirect leads elsewhere, such as to a page to log in: what was asked for was not done. */
export function wasRejected(call: Answered): boolean {
  const { status = 0 } = call.response ?? {};
  return (status >= 300 && status <= 499) || isRefusal(call);
}

/** Statuses of errors are not shown: 200 is one whose body says so. The answer to a test may tell how the receiver responded. */
function isRefusal({ operationId, credential, response }: Answered): boolean {
  const { status = 0, json } = response ?? {};
  if (status < 200 || status > 299 || operationId === "testWebhook") return false;
  // That of a company's own balance is documented, and nothing refuses it.
  if (operationId === "getBalance" && credential === "own") return false;
  return saysRefusal(json);
}

/** Whether a body says by itself that a request was refused: by a flag, by its status, or by an error. */
export function saysRefusal(json: unknown): boolean {
  if (!isObject(json)) return false;
  return Object.entries(json).some(([name, said]) => {
    if (/^(success|sucesso|ok)$/i.test(name)) return said === false;
    if (/^status(_?code)?$/i.test(name)) return Number(said) >= 400 || /^(error|erro|fail|falha)$/i.test(String(said));
    return /^(error|erro)s?$/i.test(name) && (said === true || Object.keys(said ?? {}).length > 0);
  });
}
