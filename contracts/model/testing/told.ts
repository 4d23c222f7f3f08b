import { description } from "../../judge/testing/described.ts";
import type { Arrival, Call, OutsideAct, TraceEntry } from "../../trace/trace.ts";
import { type Seen, seenIn } from "../seen.ts";

let clock = 1_000;

/** A call of a trace that was answered with this status and body; each comes a second after the one before. */
export function called(
  operationId: string,
  members: Readonly<Record<string, unknown>>,
  status: number,
  json: unknown = {},
): Call {
  clock += 1_000;
  const request = { method: "POST", path: `/${operationId}`, members };
  const response = { status, headers: {}, text: JSON.stringify(json), json };
  const base = { kind: "call", story: "a story", account: "own", credential: "own" } as const;
  return { ...base, operationId, request, askedAt: clock, answeredAt: clock + 10, response };
}

export function acted(capability: string, given: OutsideAct["given"], result: OutsideAct["result"] = {}): OutsideAct {
  clock += 1_000;
  return { kind: "act", story: "a story", account: "own", capability, given, result, startedAt: clock, at: clock + 10 };
}

/** A delivery of this body that reached the receiver. */
export function arrived(json: object): Arrival {
  clock += 1_000;
  const base = {
    kind: "arrival",
    story: "a story",
    account: "own",
    path: "/hook",
    method: "POST",
    headers: {},
  } as const;
  return {
    ...base,
    at: clock,
    receivedAt: clock,
    body: Buffer.from(JSON.stringify(json)),
    json,
    status: 200,
    delayMs: 0,
  };
}

/** What these entries show, as clauses judge it. */
export function seenOf(trace: readonly TraceEntry[]): Seen {
  return seenIn(trace, description);
}

/** A reading of the balance without holds. */
export function balanceOf(available: number, reserved = 0): Call {
  return called("getBalance", {}, 200, { data: { balance: available, reservedBalance: reserved, reserveHolds: [] } });
}
