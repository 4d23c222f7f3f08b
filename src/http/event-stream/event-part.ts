import { type Fact, factsOf } from "../../engine/history/fact.ts";
import type { LiveWorld } from "../../engine/world/live-world.ts";
import { eventView } from "../view/event-view.ts";

/** A part of a world's history, in the form that its event stream sends. */
export interface EventPart {
  /** The position of the last event. */
  readonly last: number;
  readonly bytes: Buffer;
}

/** The size of a part, to the next end of a commit: a few milliseconds of work. */
const PART_BYTES = 64 * 1024;

/** Returns the part of a world's history after a position; null if it was forgotten before it was read. */
export async function readPart(world: Pick<LiveWorld, "history" | "seed">, after: number): Promise<EventPart | null> {
  let text = "";
  let last = after;
  for await (const commit of world.history(after)) {
    if (commit.first > last + 1) return text === "" ? null : partOf(last, text);
    for (const fact of factsOf(commit)) {
      if (fact.position > after) text += eventText(fact, world.seed);
      last = fact.position;
    }
    if (text.length >= PART_BYTES) break;
  }
  return partOf(last, text);
}

function partOf(last: number, text: string): EventPart {
  return { last, bytes: Buffer.from(text) };
}

/** JSON in one line has no line breaks that would end the `data` field. */
function eventText(fact: Fact, seed: string): string {
  return `id: ${fact.position}\nevent: ${fact.event.type}\ndata: ${JSON.stringify(eventView(fact, seed))}\n\n`;
}
