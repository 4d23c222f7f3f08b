import { everything, isObject, parseJson } from "../description/json.ts";
import { Redaction } from "../report/redaction.ts";
import type { Exchange, ReceivedDelivery } from "../report/report.ts";
import type { NoAnswer, Passed, TargetAnswer } from "./forward.ts";

/** Longer bodies are cut: a report is read by people. */
const longestBody = 20_000;

/** What was asked, answered and delivered, by the clause that it happened for. Secrets go when it is looked at. */
export class Evidence {
  readonly redaction: Redaction;
  readonly #exchanges = new Map<string, Exchange[]>();
  readonly #deliveries = new Map<string, ReceivedDelivery[]>();

  readonly #secretNames: readonly string[];

  /** `secretNames`: what the target calls its secrets, beside the names that are secret anyway. */
  constructor(secrets: readonly string[], secretNames: readonly string[]) {
    this.redaction = new Redaction(secrets);
    this.#secretNames = secretNames;
    for (const name of secretNames) this.redaction.addName(name);
  }

  /** Sends a request, and keeps it with what came of it. */
  async of(
    clause: string,
    passed: Passed,
    send: () => Promise<TargetAnswer | NoAnswer>,
  ): Promise<TargetAnswer | NoAnswer> {
    const start = Date.now();
    const answer = await send();
    const asked = {
      at: new Date(start).toISOString(),
      durationMs: Date.now() - start,
      method: passed.method,
      path: passed.path,
      requestHeaders: passed.headers,
      requestBody: passed.body.length === 0 ? null : textOf(passed.body),
    };
    const none = { status: null, responseHeaders: {}, responseBody: null };
    if ("failure" in answer) this.#add(clause, { ...asked, ...none, error: answer.reason });
    else {
      const { status, headers, body } = answer;
      const responseBody = body.length === 0 ? null : textOf(body);
      this.#add(clause, { ...asked, status, responseHeaders: headers, responseBody });
      this.#learn(body.toString());
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
      body: String(body).slice(0, longestBody),
      answered: typeof answered === "number" ? answered : null,
    });
  }

  /** Redacted with all secrets that are known by now. */
  exchangesFor(clause: string): readonly Exchange[] {
    return (this.#exchanges.get(clause) ?? []).map((exchange) => ({
      ...exchange,
      path: this.redaction.text(exchange.path),
      requestHeaders: this.redaction.headers(exchange.requestHeaders),
      requestBody: exchange.requestBody === null ? null : this.redaction.text(exchange.requestBody),
      responseHeaders: this.redaction.headers(exchange.responseHeaders),
      responseBody: exchange.responseBody === null ? null : this.redaction.text(exchange.responseBody),
    }));
  }

  deliveriesFor(clause: string): readonly ReceivedDelivery[] {
    return (this.#deliveries.get(clause) ?? []).map((delivery) => ({
      ...delivery,
      headers: this.redaction.headers(delivery.headers),
      body: this.redaction.text(delivery.body),
    }));
  }

  /** A secret may be said again where no name tells that it is one: in a sentence, or as a value of something else. */
  #learn(body: string): void {
    for (const { place, value } of everything(parseJson(body))) {
      if (typeof value === "string" && this.#secretNames.includes(place.at(-1) ?? "")) this.redaction.add(value);
    }
  }

  #add(clause: string, exchange: Exchange): void {
    const kept = this.#exchanges.get(clause) ?? [];
    this.#exchanges.set(clause, kept);
    kept.push(exchange);
  }
}

function textOf(body: Buffer): string {
  const text = body.toString();
  return text.length > longestBody ? `${text.slice(0, longestBody)}… (${text.length} characters)` : text;
}
