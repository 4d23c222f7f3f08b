import { hash } from "node:crypto";
import type { Ask } from "../../src/client/connection.ts";
import { numberOf, rowsOf } from "../rules/json-reading.ts";

const overlap = 200;
const pageOf = 1_000;

/** What was ever seen of a world's history: a digest of every event, and the deliveries that events tell of. */
export class SeenHistory {
  readonly #digests = new Map<number, string>();
  readonly #name: string;
  #newest = 0;
  /** The last position that was read. */
  end = 0;
  /** Answers to requests said so far: the history must reach at least to here. */
  acknowledged = 0;
  readonly deliveryIds = new Set<string>();

  constructor(name: string) {
    this.#name = name;
  }

  get size(): number {
    return this.#digests.size;
  }

  /** Somebody has seen this event, in a list or in a stream. Answers with what contradicts what was seen before. */
  note(position: number, event: unknown): string[] {
    const text = JSON.stringify(event);
    const digest = hash("sha1", text, "base64");
    const before = this.#digests.get(position);
    this.#digests.set(position, digest);
    this.#newest = Math.max(this.#newest, position);
    for (const [id] of text.matchAll(/dlv_[0-9a-f]+/g)) this.deliveryIds.add(id);
    if (before === undefined || before === digest) return [];
    return [`${this.#name}: the event at ${position} was another one before: ${text}`];
  }

  /** Reads on from a bit before the last time, or everything, and tells what is not as it was seen. */
  async check(ask: Ask, whole: boolean): Promise<string[]> {
    const seen = this.#newest;
    const facts: string[] = [];
    let last = whole ? 0 : Math.max(0, this.end - overlap);
    for (let next: unknown = last; typeof next === "number"; ) {
      const page = await ask("GET", `/sandbox/events?after=${next}&limit=${pageOf}`);
      last = Math.max(last, numberOf(page, "horizon"));
      for (const event of rowsOf(page, "events")) {
        const position = Number(event.position);
        if (position !== last + 1) facts.push(`${this.#name}: ${position} follows ${last} in the history`);
        facts.push(...this.note(position, event));
        last = position;
      }
      next = page.at("next");
    }
    const atLeast = Math.max(seen, this.acknowledged);
    if (last < atLeast) facts.push(`${this.#name}: the history ends at ${last}, and ${atLeast} was seen`);
    this.end = last;
    return facts;
  }
}

/** Follows a world's history until the server is gone; tells what contradicts what was seen before. */
export async function followUntilGone(url: string, apiKey: string, history: SeenHistory): Promise<string[]> {
  const facts: string[] = [];
  try {
    const headers = { "x-api-key": apiKey };
    const response = await fetch(`${url}/sandbox/events/stream?after=${history.end}`, { headers });
    let text = "";
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + part).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, position, data = ""] = /^id: (\d+)\n.*\ndata: (.*)$/.exec(block) ?? [];
        if (position !== undefined) facts.push(...history.note(Number(position), JSON.parse(data)));
      }
    }
  } catch {
    // It was killed.
  }
  return facts;
}
