import { isObject } from "../judge/json.ts";
import { isDocumentedEvent } from "../model/event-names.ts";
import type { Reply } from "../target/receiver.ts";
import type { Arrival } from "../trace/trace.ts";
import type { Replies } from "./hooks.ts";

/**
 * Responds to the attempts of the first delivery by the first script, of the second by the second, and so on; to everything
 * beyond by the last reply of the last script. What tells of no event, such as a greeting to a new webhook, is acknowledged.
 */
export function scripted(...scripts: readonly (readonly Reply[])[]): Replies {
  const counts = new Map<string, { readonly nth: number; attempts: number }>();
  return (_, arrival) => {
    if (isOther(arrival)) return { status: 200 };
    const key = keyOf(arrival);
    const count = counts.get(key) ?? { nth: counts.size, attempts: 0 };
    counts.set(key, count);
    count.attempts += 1;
    const script = scripts[count.nth];
    return script?.[count.attempts - 1] ?? scripts.at(-1)?.at(-1) ?? { status: 200 };
  };
}

export function statuses(...list: readonly number[]): readonly Reply[] {
  return list.map((status) => ({ status }));
}

function isOther({ json, headers }: Arrival): boolean {
  const said = isObject(json) ? json.event : undefined;
  return typeof said === "string" && ![said, headers["x-webhook-event"]].some(isDocumentedEvent);
}

/** All attempts of a delivery have it in common: which event, about what, when. */
function keyOf({ json, body }: Arrival): string {
  return isObject(json) ? JSON.stringify([json.event, json.data, json.timestamp]) : body.toString();
}
