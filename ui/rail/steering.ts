import { eventAt, wantEvents } from "../live/event-pages.ts";
import { DAY } from "../parts/duration.ts";
import { type Playhead, playhead } from "../state/travel.ts";
import { leftBranchAt, type RailModel, stepAt } from "./model.ts";
import type { Scale } from "./scale.ts";

/** Closer to now than this, the playhead is now. */
const SNAP_PX = 5;

/** Looks at a position. The playhead takes the focus, so that its keys go there, and further. */
export function lookAt(position: number, atMs: number): void {
  playhead.value = { kind: "past", position, atMs };
  document.querySelector<HTMLElement>(".playhead")?.focus({ preventScroll: true });
}

export function dragTo(x: number, scale: Scale, model: RailModel): void {
  const inside = Math.min(scale.width, Math.max(0, x));
  if (Math.abs(inside - scale.x(model.nowMs)) < SNAP_PX) playhead.value = { kind: "now" };
  else playhead.value = playheadAt(scale.ms(inside), model);
}

/** Returns the playhead for an instant. In the past it stands where a rewind can go to. */
export function playheadAt(ms: number, model: RailModel): Playhead {
  if (ms > model.nowMs) return { kind: "future", atMs: ms };
  const first = model.steps.find(({ position }) => position >= model.rewindableFrom);
  const step = stepAt(model.steps, ms);
  const reached = step === null || step.position < model.rewindableFrom ? first : step;
  if (reached === undefined || reached.position >= model.position) return { kind: "now" };
  return { kind: "past", position: reached.position, atMs: reached.atMs };
}

/** Moves the playhead a day; from now it leaves to either side. */
export function stepDay(days: number, model: RailModel): void {
  playhead.value = playheadAt(shownMs(model) + days * DAY, model);
}

export function shownMs(model: RailModel): number {
  const { value } = playhead;
  return value.kind === "now" ? model.nowMs : value.atMs;
}

/** Moves the playhead to the next thing on the left or the right: a command that ended, or something that is due. */
export function stepEvent(direction: -1 | 1, model: RailModel): void {
  const { value } = playhead;
  if (value.kind === "future" || (value.kind === "now" && direction === 1)) {
    stepDue(direction, model);
    return;
  }
  const from = value.kind === "past" ? value.position : model.position;
  const found = commandEnd(from, direction, model);
  if (found === "unread") return;
  playhead.value = found ?? (direction === 1 ? { kind: "now" } : value);
}

function stepDue(direction: -1 | 1, model: RailModel): void {
  const atMs = shownMs(model);
  const due = model.due.map((item) => item.atMs);
  const next = direction === 1 ? due.find((ms) => ms > atMs) : due.findLast((ms) => ms < atMs);
  if (next !== undefined) playhead.value = { kind: "future", atMs: next };
  else if (direction === -1) playhead.value = { kind: "now" };
}

/** Returns the nearest place of a rewind; null without one; "unread" while the events in between are being read. */
function commandEnd(from: number, direction: -1 | 1, model: RailModel): Playhead | null | "unread" {
  for (let position = from + direction; position >= model.rewindableFrom; position += direction) {
    if (position >= model.position) return null;
    const branch = leftBranchAt(model, position);
    if (branch !== undefined) {
      // The arrows walk through the present history; what a rewind has left is stepped over.
      position = direction === 1 ? branch.upTo : branch.after + 1;
      continue;
    }
    const event = eventAt(position);
    if (event === null) {
      wantEvents(position - 20, position + 20);
      return "unread";
    }
    if (event.commandEnd) return { kind: "past", position, atMs: Date.parse(event.at) };
  }
  return null;
}

export function backToNow(): void {
  playhead.value = { kind: "now" };
}
