import { everything, isObject, parseJson } from "../description/json.ts";
import { Redaction } from "../report/redaction.ts";
import type { Exchange, ReceivedDelivery } from "../report/report.ts";
import type { NoAnswer, Passed, TargetAnswer } from "./forward.ts";

/** Longer bodies are cut: a report is read by people. */
const longestBody = 20_000;

/** What was asked, answered and delivered, by the clause that it happened for. Secrets go when it is looked at. */
export class Evidence {
  readonly #exchanges = new Map<string, Exchange[]>();
  readonly #deliveries = new Map<string, ReceivedDelivery[]>();
  readonly #secretNames: readonly string[];
  readonly #secrets: Set<string>;
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

  /** Takes all secrets out that are known by now. */
  redactionFor(clause?: string): Redaction {
    const own = clause === undefined ? [] : (this.#secretsOfClauses.get(clause) ?? []);
    const redaction = new Redaction([...this.#secrets, ...own]);
    for (const name of this.#secretNames) redaction.addName(name);
    return redaction;
  }

  /** Sends a request, and keeps it with what came of it. `owner`: the clause whose own world it is sent to, if it is. */
  async of(clause: string, owner: string | undefined, passed: Passed, send: () => Promise<TargetAnswer | NoAnswer>) {
    const start = Date.now();
    const answer = await send();
    const asked = {
      at: new Date(start).toISOString(),
      durationMs: Date.now() - start,
      method: passed.method,
      path: passed.path,
      requestHeaders: passed.headers,
      requestBody: passed.body.length === 0 ? null : passed.body.toString(),
    };
    const none = { status: null, responseHeaders: {}, responseBody: null };
    if ("failure" in answer) this.#add(clause, { ...asked, ...none, error: answer.reason });
    else {
      const { status, headers, body } = answer;
      const responseBody = body.length === 0 ? null : body.toString();
      this.#add(clause, { ...asked, status, responseHeaders: headers, responseBody });
      this.#learn(body.toString(), owner);
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
      body: String(body),
      answered: typeof answered === "number" ? answered : null,
    });
  }

  exchangesFor(clause: string): readonly Exchange[] {
    const redaction = this.redactionFor(clause);
    const bodyOf = (body: string | null) => (body === null ? null : shortened(redaction.text(body)));
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
      body: shortened(redaction.text(delivery.body)),
    }));
  }

  /** A secret may be said again where no name tells that it is one: in a sentence, or as a value of something else. */
  #learn(body: string, owner: string | undefined): void {
    for (const { place, value } of everything(parseJson(body))) {
      if (typeof value === "string" && this.#secretNames.includes(place.at(-1) ?? "")) this.hide(value, owner);
    }
  }

  #add(clause: string, exchange: Exchange): void {
    const kept = this.#exchanges.get(clause) ?? [];
    this.#exchanges.set(clause, kept);
    kept.push(exchange);
  }
}

/** Only what has no secrets any more is cut: in half a document no name tells of its value, and half a key is no key. */
function shortened(text: string): string {
  return text.length > longestBody ? `${text.slice(0, longestBody)}… (${text.length} characters)` : text;
}
