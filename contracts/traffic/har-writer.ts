import { redacted } from "../../src/report/secret-names.ts";
import type { Description } from "../judge/description.ts";
import { isObject, parseJson } from "../judge/json.ts";
import { redactionFor } from "../trace/evidence.ts";
import { isCredential } from "./accounts.ts";
import type { Recording } from "./har.ts";

/**
 * Writes what was recorded of the interface as HAR 1.2, without the secrets and personal data in them. Each API key and each code gets a name of its
 * own, so that the file can still be judged: which requests had the same key, and which code was right.
 */
export function harOf({ trace, exchanges, keys }: Recording, description: Description, version: string): string {
  const redaction = redactionFor(trace, description, keys);
  const keyNames = new Map(keys.map((key, at) => [key, redacted.replace("]", ` ${at + 1}]`)]));
  const codes = new Codes(description);
  const headersOf = (headers: Readonly<Record<string, string>>) =>
    Object.entries(redaction.headers(headers)).map(([name, value]) => {
      return { name, value: keyNames.get(headers[name] ?? "") ?? (isCredential(name) ? redacted : value) };
    });
  const entries = exchanges.map((one) => {
    const url = new URL(one.url);
    for (const [name, value] of url.searchParams) {
      url.searchParams.set(name, isCredential(name) ? redacted : redaction.text(value));
    }
    const time = one.answeredAt - one.askedAt;
    const body = codes.replaced(one.body, redaction.text(one.body));
    const text = redaction.text(one.responseBody);
    return {
      startedDateTime: new Date(one.askedAt).toISOString(),
      time,
      request: {
        ...message(headersOf(one.headers), body),
        method: one.method,
        url: redaction.text(url.href),
        queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
        ...(body !== "" && { postData: { mimeType: one.headers["content-type"] ?? "", text: body } }),
      },
      response: {
        ...message(headersOf(one.responseHeaders), text),
        status: one.status,
        statusText: "",
        redirectURL: "",
        content: { size: Buffer.byteLength(text), mimeType: one.responseHeaders["content-type"] ?? "", text },
      },
      cache: {},
      timings: { send: 0, wait: time, receive: 0 },
    };
  });
  const log = { version: "1.2", creator: { name: "saldo", version }, entries };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

function message(headers: readonly { name: string; value: string }[], body: string) {
  const bodySize = Buffer.byteLength(body);
  return { httpVersion: "HTTP/1.1", cookies: [], headers, headersSize: -1, bodySize };
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
