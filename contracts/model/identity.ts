import { type JsonObject, valuesIn } from "../judge/json.ts";
import type { HistoryReading } from "./history.ts";

/**
 * Whose identifiers are whose: what a withdrawal is called in the history, in events, and wherever else it is told of. The
 * document shows the names of two of them only, so that each text counts that the records of one withdrawal have alone.
 */
export class Identities {
  /** By account and text, whose it is: the name under which a withdrawal is known here. */
  readonly #owners = new Map<string, string>();
  readonly #names = new Map<string, Set<string>>();

  constructor(histories: readonly HistoryReading[], own: readonly { readonly id: string; readonly account: string }[]) {
    const ids = new Set(own.map(({ id }) => id));
    for (const { id, account } of own) this.#add(account, id, [id]);
    for (const [account, all] of Map.groupBy(histories, (one) => one.account)) {
      const readings = all.map(({ records }) => records.map((one) => identifiersIn(one, ids)));
      const shared = new Set(readings.flatMap(sharedIn));
      for (const texts of readings.flat()) this.#record(account, texts.difference(shared));
    }
  }

  /** What a withdrawal of an account is called, and no other one. */
  namesOf(account: string, id: string): ReadonlySet<string> {
    return this.#names.get(key(account, id)) ?? new Set([id]);
  }

  /** Returns the withdrawals of an account that a body tells of; automatic ones and those of others included. */
  toldIn(account: string, body: unknown): ReadonlySet<string> {
    const values = valuesIn(body).filter((value) => typeof value !== "object");
    return new Set(values.flatMap((value) => this.#owners.get(key(account, String(value))) ?? []));
  }

  #record(account: string, texts: ReadonlySet<string>): void {
    const known = [...texts].flatMap((text) => this.#owners.get(key(account, text)) ?? [])[0];
    const name = known ?? [...texts][0];
    if (name !== undefined) this.#add(account, name, texts);
  }

  #add(account: string, name: string, texts: Iterable<string>): void {
    const names = this.#names.get(key(account, name)) ?? new Set();
    this.#names.set(key(account, name), names);
    for (const text of texts) {
      if (this.#owners.has(key(account, text))) continue;
      names.add(text);
      this.#owners.set(key(account, text), name);
    }
  }
}

/** Texts without spaces and long numbers; no dates, and no names of states. */
function identifiersIn(record: JsonObject, ids: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    valuesIn(record)
      .filter((value) => isIdentifier(value) || ids.has(String(value)))
      .map(String),
  );
}

function isIdentifier(value: unknown): boolean {
  if (typeof value === "number") return Number.isInteger(value) && value > 99_999;
  return typeof value === "string" && /^\S{4,}$/.test(value) && /\d/.test(value) && !/^\d{4}-\d\d-\d\d/.test(value);
}

/** Texts that several records of a reading have: the company's, or a PIX key. */
function sharedIn(records: readonly ReadonlySet<string>[]): readonly string[] {
  const all = records.flatMap((texts) => [...texts]);
  const seen = new Set<string>();
  return all.filter((text) => seen.has(text) || !seen.add(text));
}

function key(account: string, text: string): string {
  return JSON.stringify([account, text]);
}
