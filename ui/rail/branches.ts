import { type HistoryEvent, numberOf } from "../live/history-event.ts";
import type { LeftBranch } from "./model.ts";

/**
 * Returns the parts of the history that rewinds have left and that are still left. A rewind to a place on a left branch
 * makes that branch the present one again up to there.
 */
export function branchesIn(events: readonly HistoryEvent[]): readonly LeftBranch[] {
  const first = events[0]?.position ?? 0;
  const last = events.at(-1)?.position ?? 0;
  const rewinds = events.filter(({ type }) => type === "WorldRewound");
  const live = new Set<number>();
  let upTo = last;
  // From the present backwards: each rewind says where its history began.
  for (const rewind of rewinds.toReversed()) {
    if (rewind.position > upTo) continue;
    for (let position = rewind.position; position <= upTo; position++) live.add(position);
    upTo = numberOf(rewind, "to") ?? 0;
  }
  for (let position = first; position <= upTo; position++) live.add(position);
  const left: LeftBranch[] = [];
  for (const { position, at } of events) {
    if (live.has(position)) continue;
    const atMs = Date.parse(at);
    const before = left.at(-1);
    if (before?.upTo === position - 1) {
      left[left.length - 1] = { ...before, upTo: position, toMs: Math.max(before.toMs, atMs) };
    } else left.push({ epoch: left.length, after: position - 1, upTo: position, fromMs: atMs, toMs: atMs });
  }
  return left;
}
