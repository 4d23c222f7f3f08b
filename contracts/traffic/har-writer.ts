import { harEntry, harText } from "../../src/report/har.ts";
import { redacted } from "../../src/report/secret-names.ts";
import type { Description } from "../judge/description.ts";
import { isObject, parseJson } from "../judge/json.ts";
import { redactionFor } from "../trace/evidence.ts";
import { isCredential } from "./accounts.ts";
import type { Recording } from "./har.ts";
import type { Recorded } from "./har-file.ts";

/**
 * Writes what was recorded of the interface as HAR 1.2, without the secrets and personal data in them. Each API key and each code gets a name of its
 * own, so that the file can still be judged: which requests had the same key, and which code was right. Returns the text in
 * pieces.
 */
export function harOf(
  { trace, exchanges, keys }: Recording,
  description: Description,
  version: string,
): Iterable<string> {
  const redaction = redactionFor(trace, description, keys);
  const keyNames = new Map(keys.map((key, at) => [key, redacted.replace("]", ` ${at + 1}]`)]));
  const codes = new Codes(description);
  const headersOf = (headers: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(redaction.headers(headers)).map(([name, value]) => {
        return [name, keyNames.get(headers[name] ?? "") ?? (isCredential(name) ? redacted : value)];
      }),
    );
  const entryOf = (one: Recorded) => {
    const url = new URL(one.url);
    const shown = (name: string, value: string) => (isCredential(name) ? redacted : redaction.text(value));
    const parameters = [...url.searchParams].map(([name, value]): [string, string] => [name, shown(name, value)]);
    url.search = new URLSearchParams(parameters).toString();
    return harEntry({
      ...one,
      url: redaction.text(url.href),
      headers: headersOf(one.headers),
      body: codes.replaced(one.body, redaction.text(one.body)),
      tookMs: one.answeredAt - one.askedAt,
      responseHeaders: headersOf(one.responseHeaders),
      // In half a body, names do not tell what is secret.
      responseBody: one.failure === undefined ? redaction.text(one.responseBody) : "",
      ...(one.failure !== undefined && { comment: redaction.text(`no whole response: ${one.failure}`) }),
    });
  };
  return harText(mapped(exchanges, entryOf), version);
}

function* mapped<T, S>(items: Iterable<T>, of: (item: T) => S): Generator<S> {
  for (const item of items) yield of(item);
}

/** Gives codes other digits: the same code the same ones, so that a malformed code stays one. */
class Codes {
  readonly #member: string;
  readonly #digits = new Map<string, string>();

  constructor(description: Description) {
    this.#member = description.operation("confirmWithdrawal").requestNames.get("otpCode") ?? "otpCode";
  }

  /** Returns the body without its code. */
  replaced(body: string, shown: string): string {
    const said = parseJson(body);
    const code = isObject(said) ? said[this.#member] : undefined;
    const rest = parseJson(shown);
    if (typeof code !== "string" || !isObject(rest)) return shown;
    const nth = String(this.#digits.size + 1).padStart(code.length, "0");
    const digits = this.#digits.get(code) ?? (/^\d{6}$/.test(code) ? nth : code.replaceAll(/\d/g, "0"));
    this.#digits.set(code, digits);
    return JSON.stringify({ ...rest, [this.#member]: digits });
  }
}
