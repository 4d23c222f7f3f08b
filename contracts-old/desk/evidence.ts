import { Redaction } from "../../src/report/redaction.ts";
import { everything, isObject, parseJson } from "../description/json.ts";
import type { Exchange, ReceivedDelivery } from "../report/report.ts";
import type { NoAnswer, Passed, TargetAnswer } from "./forward.ts";

/** Longer bodies are cut: a report is read by people. */
const longestBody = 20_000;

/** So much is kept of them. What is behind may turn out to be the second half of a secret: see `shownOf`. */
const longestKept = 2 * longestBody;

/** No secret is longer, in any spelling. */
const longestSecret = 2_000;

/** A body, of which only the beginning is kept when it is long: a target may answer with anything. */
interface KeptBody {
  readonly text: string;
  /** How long it was before it was cut. */
  readonly whole?: string;
}

interface KeptExchange extends Omit<Exchange, "requestBody" | "responseBody"> {
  readonly requestBody: KeptBody | null;
  readonly responseBody: KeptBody | null;
}

interface KeptDelivery extends Omit<ReceivedDelivery, "body"> {
  readonly body: KeptBody;
}

/** What was asked, answered and delivered, by the clause that it happened for. Secrets go when it is looked at. */
export class Evidence {
  readonly #exchanges = new Map<string, KeptExchange[]>();
  readonly #deliveries = new Map<string, KeptDelivery[]>();
  readonly #secretNames: readonly string[];
  readonly #secrets: Set<string>;
  readonly #patterns: RegExp[] = [];
  /** Of worlds that were made for one clause, and end with it: nothing is ever said of them elsewhere. */
  readonly #secretsOfClauses = new Map<string, Set<string>>();

  /** `secretNames`: what the target calls its secrets, beside the names that are secret anyway. */
  constructor(secrets: readonly string[], secretNames: readonly string[]) {
    this.#secrets = new Set(secrets);
    this.#secretNames = secretNames;
  }

  /** A value that must not be shown; with a clause, in nothing that happened for it. */
  hide(value: string, clause?: string): void {
    const secrets = clause === undefined ? this.#secrets : (this.#secretsOfClauses.get(clause) ?? new Set());
    if (clause !== undefined) this.#secretsOfClauses.set(clause, secrets);
    secrets.add(value);
  }

  /** What must not be shown though nobody knows it beforehand. */
  hideLike(pattern: RegExp): void {
    this.#patterns.push(pattern);
  }

  /** Takes all secrets out that are known by now. */
  redactionFor(clause?: string): Redaction {
    const own = clause === undefined ? [] : (this.#secretsOfClauses.get(clause) ?? []);
    const redaction = new Redaction([...this.#secrets, ...own]);
    for (const name of this.#secretNames) redaction.addName(name);
    for (const pattern of this.#patterns) redaction.addPattern(pattern);
    return redaction;
  }

  /** Sends a request, and keeps it with what came of it. `owner`: the clause whose own world it is sent to, if it is. */
  async of(clause: string, owner: string | undefined, passed: Passed, send: () => Promise<TargetAnswer | NoAnswer>) {
    const start = Date.now();
    const answer = await send();
    const body = "failure" in answer || answer.body.length === 0 ? null : answer.body.toString();
    if (body !== null) this.#learn(body, owner);
    const asked = {
      at: new Date(start).toISOString(),
      durationMs: Date.now() - start,
      method: passed.method,
      path: passed.path,
      requestHeaders: passed.headers,
      requestBody: passed.body.length === 0 ? null : this.#kept(passed.body.toString(), clause),
    };
    const none = { status: null, responseHeaders: {}, responseBody: null };
    if ("failure" in answer) this.#add(clause, { ...asked, ...none, error: answer.reason });
    else {
      const { status, headers, isCut } = answer;
      const responseBody = body === null ? null : this.#kept(body, clause, isCut);
      this.#add(clause, { ...asked, status, responseHeaders: headers, responseBody });
    }
    return answer;
  }

  delivered(clause: string, delivery: unknown): void {
    if (!isObject(delivery)) return;
    const { at, headers, body, answered } = delivery;
    const entries = isObject(headers) ? Object.entries(headers).map(([name, value]) => [name, String(value)]) : [];
    const kept = this.#deliveries.get(clause) ?? [];
    this.#deliveries.set(clause, kept);
    kept.push({
      at: String(at),
      headers: Object.fromEntries(entries),
      body: this.#kept(String(body), clause),
      answered: typeof answered === "number" ? answered : null,
    });
  }

  exchangesFor(clause: string): readonly Exchange[] {
    const redaction = this.redactionFor(clause);
    const bodyOf = (body: KeptBody | null) => (body === null ? null : shownOf(body, redaction));
    return (this.#exchanges.get(clause) ?? []).map(({ error, ...exchange }) => ({
      ...exchange,
      ...(error !== undefined && { error: redaction.text(error) }),
      path: redaction.text(exchange.path),
      requestHeaders: redaction.headers(exchange.requestHeaders),
      requestBody: bodyOf(exchange.requestBody),
      responseHeaders: redaction.headers(exchange.responseHeaders),
      responseBody: bodyOf(exchange.responseBody),
    }));
  }

  deliveriesFor(clause: string): readonly ReceivedDelivery[] {
    const redaction = this.redactionFor(clause);
    return (this.#deliveries.get(clause) ?? []).map((delivery) => ({
      ...delivery,
      headers: redaction.headers(delivery.headers),
      body: shownOf(delivery.body, redaction),
    }));
  }

  /** Secrets go as far as they are known before a body is cut: in half a document no name tells of its value. */
  #kept(text: string, clause: string, isCut = false): KeptBody {
    if (text.length <= longestKept && !isCut) return { text };
    const shown = this.redactionFor(clause).text(text);
    const whole = `${isCut ? "more than " : ""}${shown.length} characters`;
    // Through bytes, for a part of a string keeps the whole of it in memory.
    return { text: Buffer.from(shown.slice(0, longestKept)).toString(), whole };
  }

  /** A secret may be said again where no name tells that it is one: in a sentence, or as a value of something else. */
  #learn(body: string, owner: string | undefined): void {
    for (const { place, value } of everything(parseJson(body))) {
      if (typeof value === "string" && this.#secretNames.includes(place.at(-1) ?? "")) this.hide(value, owner);
    }
  }

  #add(clause: string, exchange: KeptExchange): void {
    const kept = this.#exchanges.get(clause) ?? [];
    this.#exchanges.set(clause, kept);
    kept.push(exchange);
  }
}

/** Only what has no secrets any more is cut: half a key is no key. */
function shownOf({ text, whole }: KeptBody, redaction: Redaction): string {
  const shown = redaction.text(text);
  if (whole === undefined && shown.length <= longestBody) return shown;
  // At the end of what was kept there may be half a key, that came to be known only later.
  const end = whole === undefined ? longestBody : Math.min(longestBody, Math.max(0, shown.length - longestSecret));
  return `${shown.slice(0, end)}… (${whole ?? `${shown.length} characters`})`;
}
