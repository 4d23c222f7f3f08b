import { effect, untracked } from "@preact/signals";
import { historyBounds } from "../live/event-pages.ts";
import { overview } from "../live/overview.ts";
import { answered } from "../state/answered.ts";
import { nameWorld, place, refine } from "../state/place.ts";
import { client, isOtherWorld, worldOfKey } from "../state/session.ts";
import { playhead } from "../state/travel.ts";

/** A playhead that is dragged passes many places; the address has the one where it rests this long. */
const REST_MS = 300;

/** Keeps the address complete, and shows the moment that it names. */
export function followAddress(): void {
  effect(() => {
    const world = worldOfKey.value;
    if (world !== null && place.value.world === null) untracked(() => nameWorld(world));
  });
  let stood = playhead.peek();
  effect(() => {
    const { value } = playhead;
    if (value === stood) return;
    stood = value;
    const timer = setTimeout(() => name(value.kind === "past" ? String(value.position) : undefined), REST_MS);
    return () => clearTimeout(timer);
  });
  effect(() => {
    const at = place.value.query.at;
    if (client.value !== null && overview.value.value !== null && !isOtherWorld.value) untracked(() => void lookAt(at));
  });
}

/** The moment that the address named last, whether a person or the playhead wrote it. */
let named: string | undefined;

function name(at: string | undefined): void {
  named = at;
  if (place.peek().query.at !== at) refine({ at });
}

/** Moves the playhead to a position that the address has begun to name. */
async function lookAt(at: string | undefined): Promise<void> {
  if (at === named) return;
  named = at;
  const stood = playhead.peek();
  const position = Number(at);
  if (at === undefined) playhead.value = { kind: "now" };
  else if (position < historyBounds().newest) {
    const answer = await answered(
      () => client.peek()?.control.GET("/past/{position}", { params: { path: { position } } }),
      () => named === at && playhead.peek() === stood,
    );
    if (answer === null) return;
    if (answer.data !== undefined) playhead.value = { kind: "past", position, atMs: Date.parse(answer.data.at) };
    // A place that is forgotten cannot be shown.
    else name(undefined);
  } else name(undefined);
}
