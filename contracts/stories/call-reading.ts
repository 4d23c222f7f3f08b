import { everything } from "../judge/json.ts";
import { text } from "../model/withdrawal-reading.ts";
import { memberCalled } from "../trace/find.ts";
import type { Call } from "../trace/trace.ts";

/** Returns the id of a withdrawal that a response has. */
export function idIn({ response }: Call): string | undefined {
  return text(memberCalled(response?.json, "withdrawId"));
}

/** With what the target says itself, as far as that is a sentence. */
export function refusalText(what: string, { response, failure }: Call): string {
  const said = [...everything(response?.json)].map(({ value }) => value).find((value) => /\S \S/.test(String(value)));
  const message = response?.json === undefined ? response?.text.trim() : said;
  const sentence =
    typeof message === "string" && message.length <= 200 && !message.startsWith("<") ? `: "${message}"` : "";
  return `${what} got ${response?.status ?? failure}${sentence}`;
}
