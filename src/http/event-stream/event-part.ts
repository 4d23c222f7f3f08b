import type { WorldEvent } from "../../domain/event.ts";
import type { Instant } from "../../domain/instant.ts";
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
  for await (const { first, at, events } of world.history(after)) {
    if (first > last + 1) return text === "" ? null : partOf(last, text);
    for (const [i, event] of events.entries())
      if (first + i > after) text += eventText(first + i, at, event, world.seed);
    last = first + events.length - 1;
    if (text.length >= PART_BYTES) break;
  }
  return partOf(last, text);
}

function partOf(last: number, text: string): EventPart {
  return { last, bytes: Buffer.from(text) };
}

/** JSON in one line has no line breaks that would end the `data` field. */
function eventText(position: number, at: Instant, event: WorldEvent, seed: string): string {
  return `id: ${position}\nevent: ${event.type}\ndata: ${JSON.stringify(eventView(position, at, event, seed))}\n\n`;
}
