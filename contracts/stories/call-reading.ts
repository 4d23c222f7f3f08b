import { everything } from "../judge/json.ts";
import { memberCalled } from "../trace/find.ts";
import type { Call } from "../trace/trace.ts";

/** Returns the id of a withdrawal that a response has. */
export function idIn({ response }: Call): string | undefined {
  const id = memberCalled(response?.json, "withdrawId");
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/** With what the target says itself, as far as that is a sentence. */
export function refusalText(what: string, { response, failure }: Call): string {
  const said = [...everything(response?.json)].map(({ value }) => value).find((value) => /\S \S/.test(String(value)));
  const text = response?.json === undefined ? response?.text.trim() : said;
  const sentence = typeof text === "string" && text.length <= 200 && !text.startsWith("<") ? `: "${text}"` : "";
  return `${what} got ${response?.status ?? failure}${sentence}`;
}

/** Returns whether a webhook was to be created with an event. */
export function selects({ request }: Call, event: string): boolean {
  return Object.values(request.members).some((value) => Array.isArray(value) && value.includes(event));
}
