import { text } from "../model/withdrawal-reading.ts";
import { memberCalled } from "../trace/find.ts";
import type { Call } from "../trace/trace.ts";

/** Returns the id of a withdrawal that a response has. */
export function idIn({ response }: Call): string | undefined {
  return text(memberCalled(response?.json, "withdrawId"));
}
