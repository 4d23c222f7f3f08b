import type { ModelAnswer, RewindRequest } from "./model-request.ts";
import type { ModelState, Receivers } from "./model-state.ts";

/** Somewhere in a history. What led there is the branch that it lies on. */
export interface Place {
  /** As it was there; nobody changes it any more. */
  readonly state: ModelState;
  readonly before: Place | null;
  /** How many resets there were until then. */
  readonly resets: number;
  /** Null when no answer has told it. */
  position: number | null;
}

/** What is the same for all copies of a model. */
export interface ModelSurroundings {
  readonly beginning: Place;
  /** The places whose positions were told. */
  readonly positions: Map<number, Place>;
  /** What lies further back than so many positions may be forgotten. */
  readonly historyLimit: number;
  receivers: Receivers;
}

/** Who wants to go back from where. */
interface Traveller {
  readonly surroundings: ModelSurroundings;
  readonly state: ModelState;
  readonly tip: Place;
  readonly bookmarks: ReadonlyMap<string, Place>;
  readonly position: number;
}

/** Where somebody gets who wants to go back, and what the clock shows there; or what is answered if there is no such place. */
export function placeFor(
  traveller: Traveller,
  to: RewindRequest["to"],
  isRefused: boolean,
): { readonly place: Place; readonly at: number } | ModelAnswer {
  if ("bookmark" in to) {
    const place = traveller.bookmarks.get(to.bookmark);
    return place === undefined ? { type: "bookmark-unknown" } : { place, at: place.state.now };
  }
  return "position" in to
    ? placeAtPosition(traveller, to.position, isRefused)
    : placeAtInstant(traveller, to.at, isRefused);
}

function placeAtPosition(traveller: Traveller, position: number, isRefused: boolean) {
  const { surroundings, bookmarks } = traveller;
  if (position > traveller.position) return { type: "position-unknown" };
  const isKept = position === surroundings.beginning.position || isMarked(bookmarks, position);
  if (isRefused && !isKept && mayBeForgotten(traveller, position)) return { type: "rewind-beyond-horizon" };
  // Whoever asks for a position that no answer has told knows that it lies within a command.
  const place = surroundings.positions.get(position);
  return place === undefined ? { type: "position-within-command" } : { place, at: place.state.now };
}

/** The last place on the living branch where the clock showed `at` or less. */
function placeAtInstant(traveller: Traveller, at: number, isRefused: boolean) {
  const { now } = traveller.state;
  if (at > now) return { type: "rewind-into-future", details: { now } };
  let place: Place | null = traveller.tip;
  while (place !== null && place.state.now > at) place = place.before;
  if (place === null || (isRefused && mayBeForgotten(traveller, leastPosition(place)))) {
    return { type: "rewind-beyond-horizon" };
  }
  return { place, at };
}

/** A position that the place does not lie before. */
function leastPosition(place: Place): number {
  let known: Place | null = place;
  while (known !== null && known.position === null) known = known.before;
  return known?.position ?? 0;
}

function isMarked(bookmarks: Traveller["bookmarks"], position: number): boolean {
  return [...bookmarks.values()].some((place) => place.position === position);
}

/** What has fallen due since the last answer was at most a payout with its notification. */
const untoldFacts = 2;

function mayBeForgotten({ position: present, surroundings }: Traveller, position: number): boolean {
  return position < present + untoldFacts - surroundings.historyLimit;
}
