import { valuesIn } from "../judge/json.ts";
import { ownCallsOf } from "../trace/find.ts";
import type { Call, TraceEntry } from "../trace/trace.ts";
import type { Hook } from "./webhooks.ts";

export function isDeleted({ id }: Hook, trace: readonly TraceEntry[]): boolean {
  // It may have been deleted though that was rejected.
  return ownCallsOf(trace, "deleteWebhook").some((call) => call.request.id === id);
}

/** A target may write a URL in its own way. */
export function listsUrl(list: Call | undefined, url: string): boolean {
  const plain = (text: string) => URL.parse(text)?.href ?? text;
  const said = valuesIn(list?.response?.json);
  return said.some((value) => typeof value === "string" && plain(value) === plain(url));
}
