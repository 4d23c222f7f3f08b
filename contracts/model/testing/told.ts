import type { Arrival, Call, OutsideAct } from "../../trace/trace.ts";

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
