import { everything } from "../judge/json.ts";
import type { Call, TraceEntry } from "../trace/trace.ts";
import type { Hook } from "./webhooks.ts";

/** Returns the calls of an operation with the account's own key. */
export function callsOf(operationId: string, trace: readonly TraceEntry[]): readonly Call[] {
  return trace
    .filter((entry) => entry.kind === "call")
    .filter((call) => call.operationId === operationId && call.credential === "own");
}

export function isDeleted({ id }: Hook, trace: readonly TraceEntry[]): boolean {
  // It may have been deleted though that was rejected.
  return callsOf("deleteWebhook", trace).some((call) => call.request.id === id);
}

/** A target may write a URL in its own way. */
export function listsUrl(list: Call | undefined, url: string): boolean {
  const plain = (text: string) => URL.parse(text)?.href ?? text;
  const said = [...everything(list?.response?.json)].map(({ value }) => value);
  return said.some((value) => typeof value === "string" && plain(value) === plain(url));
}
