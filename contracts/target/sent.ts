import { parseJson } from "../judge/json.ts";
import type { Response } from "../trace/trace.ts";
import type { NoAnswer, TargetAnswer } from "./forward.ts";

/** What became of a request, as a trace shows it. */
export interface Sent {
  readonly response: Response | undefined;
  /** Why there is no response. */
  readonly failure?: string;
}

export function sentOf(answer: TargetAnswer | NoAnswer): Sent {
  if ("failure" in answer) return { response: undefined, failure: answer.reason };
  const text = answer.body.toString();
  return { response: { status: answer.status, headers: answer.headers, text, json: parseJson(text) } };
}
