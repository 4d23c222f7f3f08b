import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Choices } from "./choices.ts";
import type { Members } from "./shapes.ts";
import { type Refusal, refusals, spelled } from "./words.ts";

export interface Answer {
  readonly status: number;
  readonly mediaType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty where there is none. */
  readonly text: string;
}

/** What a refusal says beside its reason. */
interface Particulars {
  /** The withdrawal that is open. */
  readonly withdrawId?: string;
  /** Members of the request that are missing. */
  readonly missing?: readonly string[];
  readonly retryAfterSeconds?: number;
}

/** How a company writes: envelopes, names, errors, times, ids. */
export class Wire {
  readonly #choices: Choices;
  #ids = randomInt(100_000, 900_000);

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  /** `resource`: what a payload is called where an envelope names it; `more`: members beside the payload. */
  success(resource: string, payload: unknown, kind: "read" | "creation" | "act" = "read", more: Members = {}): Answer {
    const { successes, mediaType } = this.#choices;
    const status = successes.endsWith(`${kind}s`) ? Number(successes.slice(0, 3)) : 200;
    const named = this.spelled(payload);
    const body = this.#furnished({ ...more }, this.#enveloped(resource, named, status));
    return { status, mediaType, headers: {}, text: status === 204 ? "" : this.written(body) };
  }

  /** The envelope that the document shows. */
  balance(data: Members): Answer {
    const message = this.#said(["Balance", "Saldo consultado"], "OK") || "OK";
    const text = this.written(this.#furnished({}, { status: 200, message, data }));
    return { status: 200, mediaType: this.#choices.mediaType, headers: {}, text };
  }

  refusal(reason: Refusal, particulars: Particulars = {}): Answer {
    const status = this.#statusOf(reason);
    const [message, code, more] = this.#explained(reason, particulars);
    const { retryAfterSeconds } = particulars;
    const headers: Record<string, string> =
      retryAfterSeconds === undefined ? {} : { "Retry-After": String(Math.ceil(retryAfterSeconds)) };
    const isTold = this.#choices.refusalStatus !== "of the reason" && !/^(conflict|key|path|method|rate)$/.test(reason);
    if (isTold) {
      const [flag = "", ...others] = this.#choices.envelope.split(", ");
      const flagged = others.length > 0 ? { [flag]: flag === "status" ? "error" : false } : {};
      const text = this.written({ ...flagged, message, error: { code, ...more }, ...this.#errorId });
      return { status: 200, mediaType: this.#choices.mediaType, headers: {}, text };
    }
    const isText = this.#choices.errorForm === "text" && reason !== "conflict";
    if (isText) return { status, mediaType: "text/plain; charset=utf-8", headers, text: message };
    const isProblem = this.#choices.errorForm === "problem+json";
    const text = this.written({ ...this.#errorOf(status, code, message, more), ...this.#errorId });
    return { status, mediaType: isProblem ? "application/problem+json" : this.#choices.mediaType, headers, text };
  }

  get #errorId(): Members {
    return this.#choices.errorId === "none" ? {} : { traceId: randomUUID() };
  }

  get hasNullLists(): boolean {
    return this.#choices.emptyList === "null";
  }

  /** Spells the names in a payload that the document does not show. */
  spelled(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.spelled(item));
    if (typeof value !== "object" || value === null) return value;
    const { names, absent } = this.#choices;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, own]) => own !== null || absent === "null")
        .map(([name, own]) => [spelled(name, names), this.spelled(own)]),
    );
  }

  written(value: unknown): string {
    const { json } = this.#choices;
    const text = JSON.stringify(this.#ordered(value), null, json === "indented" ? 2 : 0);
    return json === "with CRLF at its end" ? `${text}\r\n` : json === "escaped as by PHP" ? escaped(text) : text;
  }

  /** The body of a webhook request. */
  delivery(members: Members): string {
    const { deliveryOrder, deliveryBody } = this.#choices;
    const ordered = Object.fromEntries(deliveryOrder.split(", ").map((name) => [name, members[name]]));
    const text = JSON.stringify(ordered, null, deliveryBody === "indented" ? 4 : 0);
    return deliveryBody === "escaped as by PHP" ? escaped(text) : text;
  }

  id(prefix: string): string {
    this.#ids += randomInt(1, 8);
    const letters = randomBytes(24)
      .toString("base64")
      .replaceAll(/[^A-Z0-9]/gi, "")
      .toUpperCase();
    return {
      uuid: randomUUID(),
      UUID: randomUUID().toUpperCase(),
      digits: String(this.#ids),
      prefixed: `${prefix}_${randomBytes(9).toString("base64url")}`,
      hex: randomBytes(12).toString("hex"),
      ulid: `01J${letters.padEnd(23, "7").slice(0, 23)}`,
    }[this.#choices.ids];
  }

  /** A timestamp of which the document says that it is ISO 8601 in UTC. */
  time(ms: number): string {
    const { times } = this.#choices;
    const iso = new Date(ms + 1_000 * this.#choices.clockSeconds).toISOString();
    if (times === "nanoseconds Z") return iso.replace("Z", "417003Z");
    if (times === "milliseconds Z") return iso;
    return times === "seconds Z" ? iso.replace(/\.\d+/, "") : iso.replace("Z", "417+00:00");
  }

  /** A time that the document does not mention. */
  otherTime(at: number): string | number {
    const { otherTimes, clockSeconds } = this.#choices;
    const ms = at + 1_000 * clockSeconds;
    const local = new Date(ms - 3 * 3_600_000).toISOString();
    if (otherTimes === "epoch") return Math.trunc(ms / 1_000);
    if (otherTimes === "-03:00") return local.replace("Z", "-03:00");
    if (otherTimes === "utc") return new Date(ms).toISOString();
    return `${local.slice(8, 10)}/${local.slice(5, 7)}/${local.slice(0, 4)} ${local.slice(11, 19)}`;
  }

  #enveloped(resource: string, payload: unknown, status: number): unknown {
    const message = this.#said(["Done", "Sucesso"], "OK");
    const envelopes = {
      none: payload,
      data: { data: payload },
      "status, message, data": { status, message, data: payload },
      "success, result": { success: true, result: payload },
      "by name": { [spelled(resource, this.#choices.names)]: payload },
      attributes: { data: { type: resource, attributes: payload } },
      "sucesso, dados": { sucesso: true, dados: payload },
    };
    return envelopes[this.#choices.envelope];
  }

  /** Adds what a company adds to its answers. */
  #furnished(more: Members, body: unknown): unknown {
    if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
    const additions = {
      none: {},
      links: { _links: { self: { href: "https://api.pagaluz.dev/" }, docs: { href: "https://docs.pagaluz.dev/" } } },
      meta: { meta: { requestId: randomUUID(), servedIn: 3, node: "gru-2" } },
      nulls: { warnings: null, deprecation: null },
    };
    return { ...more, ...body, ...additions[this.#choices.moreMembers] };
  }

  #statusOf(reason: Refusal): number {
    const { malformed } = this.#choices;
    const fixed = { conflict: 409, key: 401, path: 404, method: 405, mediaType: 415, rate: 429 };
    const statuses = { ...this.#choices, ...fixed, missing: malformed, unknown: malformed, limit: malformed };
    return statuses[reason];
  }

  /** Returns message, code, and more members. */
  #explained(reason: Refusal, { withdrawId, missing = [] }: Particulars): readonly [string, string, Members] {
    const code = reason.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    const message = this.#said(refusals[reason], code);
    if (withdrawId !== undefined) return [message, code, this.#placed(withdrawId)];
    if (missing.length === 0) return [message, code, {}];
    const { missingMember, errorForm } = this.#choices;
    const told = missingMember.startsWith("first") ? missing.slice(0, 1) : missing;
    if (missingMember.endsWith("text") || errorForm === "text") return [`${message}: ${told.join(", ")}`, code, {}];
    if (missingMember === "list") return [message, code, { fields: told.map((field) => ({ field, message: code })) }];
    return [message, code, { invalid: told.map((field) => `/${field}`) }];
  }

  #placed(withdrawId: string): Members {
    const places = {
      root: { withdrawId },
      data: { data: { withdrawId } },
      "error.details": { details: { withdrawId } },
      withdrawal: { withdrawal: { withdrawId } },
      open: { open: { withdrawId } },
    };
    return places[this.#choices.conflictPlace];
  }

  #errorOf(status: number, code: string, message: string, more: Members): Members {
    const forms = {
      "problem+json": { type: `https://docs.pagaluz.dev/${code}`, title: code, status, detail: message, ...more },
      text: { message, ...more },
      "code, message": { code, message, ...more },
      nested: { error: { code, message, ...more } },
      list: { errors: [{ code, title: message }], ...more },
      envelope: { status, message, data: Object.keys(more).length === 0 ? null : more },
      Portuguese: { erro: code, mensagem: message, ...more },
    };
    return forms[this.#choices.errorForm];
  }

  #said([english, portuguese]: readonly [string, string], code: string): string {
    return { en: english, pt: portuguese, codes: code, nothing: "" }[this.#choices.language];
  }

  #ordered(value: unknown): unknown {
    const { memberOrder } = this.#choices;
    if (memberOrder === "as made" || typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.#ordered(item));
    const members = Object.entries(value).map(([name, own]) => [name, this.#ordered(own)] as const);
    return Object.fromEntries(
      memberOrder === "reversed" ? members.reverse() : members.sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  }
}

export function inCase(name: string, style: Choices["headerCase"]): string {
  return { "as documented": name, lower: name.toLowerCase(), upper: name.toUpperCase() }[style];
}

/** As PHP writes JSON. */
function escaped(json: string): string {
  const code = (letter: string) => letter.charCodeAt(0).toString(16).padStart(4, "0");
  return json.replaceAll("/", "\\/").replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${code(letter)}`);
}
