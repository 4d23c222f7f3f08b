import { isDeepStrictEqual } from "node:util";
import type { Ask } from "../../../src/client/connection.ts";
import { Auditor } from "../../../src/domain/testing/auditor.ts";
import type { Told } from "../../../src/domain/testing/told.ts";
import { type Row, rowsOf } from "../../rules/json-reading.ts";
import { historyAfter, toldOf } from "../../rules/told-history.ts";
import { Asks, nameOf } from "./asks.ts";
import { paidMark } from "./moves.ts";

/** Events that were read before and are read once more, to see whether they have changed. */
const overlap = 200;
const pageOf = 1_000;

/** What is known of a world from outside: its history as it was read, and what clients were answered. */
export class KnownWorld {
  readonly name: string;
  /** The key of one of its companies. */
  readonly apiKey: string;
  readonly auditor = new Auditor();
  readonly asks = new Asks();
  /** Requests that were not heard, and turned out to be kept. */
  kept = 0;
  /** The history reaches at least to here: a client was told so. */
  reached = 0;
  readonly #streamed = new Map<number, Told>();

  constructor(name: string, apiKey: string) {
    this.name = name;
    this.apiKey = apiKey;
  }

  /** Reads on in the history, with `whole` all of it anew; tells what breaks a rule, has changed, is lost or too much. */
  async read(ask: Ask, whole: boolean): Promise<string[]> {
    const before = this.auditor.position;
    const facts: string[] = [];
    const fresh: Told[] = [];
    let last = whole ? 0 : Math.max(0, before - overlap);
    for await (const page of historyAfter(ask, last)) {
      last = Math.max(last, page.horizon);
      for (const { position, told } of page.facts) {
        if (position !== last + 1) facts.push(`${position} follows ${last} in the history`);
        last = position;
        if (position > before) fresh.push(told);
        const known = position > before ? this.#streamed.get(position) : this.auditor.history[position - 1];
        if (known !== undefined && !isDeepStrictEqual(told, known)) {
          facts.push(`the event at ${position} is ${JSON.stringify(told)} and was ${JSON.stringify(known)}`);
        }
      }
    }
    if (last < this.reached) facts.push(`the history ends at ${last}, and ${this.reached} was told`);
    this.#streamed.clear();
    try {
      this.auditor.read(fresh);
    } catch (error) {
      facts.push(error instanceof Error ? error.message : String(error));
    }
    // No client has asked for what a world begins with.
    if (before > 0) facts.push(...this.#settle(fresh));
    return facts.map((fact) => `${this.name}: ${fact}`);
  }

  /** Follows the history until the server is gone; what is seen must be in it for ever. */
  async follow(url: string): Promise<string[]> {
    try {
      const after = `after=${this.auditor.position}`;
      const headers = { "x-api-key": this.apiKey };
      const response = await fetch(`${url}/sandbox/events/stream?${after}`, { headers });
      let text = "";
      for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = (text + part).split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) {
          const [, position, data = ""] = /^id: (\d+)\n.*\ndata: (.*)$/.exec(block) ?? [];
          if (position === undefined) continue;
          this.#streamed.set(Number(position), toldOf(JSON.parse(data)));
          this.reached = Math.max(this.reached, Number(position));
        }
      }
    } catch {
      // It was killed.
    }
    return [];
  }

  #settle(fresh: readonly Told[]): readonly string[] {
    for (const [i, { event }] of fresh.entries()) {
      // A charge that is paid from the beginning was asked for once.
      const cause = event.type === "ChargePaid" ? fresh[i - 2]?.event : undefined;
      if (cause?.type === "ChargeCreated" && cause.externalId?.endsWith(paidMark) === true) continue;
      const named = nameOf(event);
      if (named !== null) this.asks.saw(named.name, named.id);
    }
    const settled = this.asks.settle();
    this.kept += settled.kept;
    return settled.facts;
  }
}

/** All rows of a list that has pages. */
export async function everyRow(ask: Ask, list: string, id: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let after = ""; ; ) {
    const page = rowsOf(await ask("GET", `/sandbox/${list}?limit=${pageOf}${after}`), list);
    rows.push(...page);
    if (page.length < pageOf) return rows;
    after = `&after=${page.at(-1)?.[id]}`;
  }
}
