import { useEffect } from "preact/hooks";
import { eventName, isTold } from "../../live/event-line.ts";
import { eventAt, wantEvents } from "../../live/event-pages.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { eventsSinceMove, goBackAction, lastMove, travel, undoAction } from "../../state/travel.ts";
import { text } from "../../text/text.ts";

/** Takes the last move back. Once something came after it, this says what would be dropped. */
export function TakeBack() {
  const t = text.value.time;
  const move = lastMove.value;
  const count = eventsSinceMove.value;
  if (move === null) return null;
  if (count === 0) {
    return (
      <ActionButton action={undoAction.value} shortcut="u" via={travel}>
        {t.undo[move.kind]}
      </ActionButton>
    );
  }
  return (
    <>
      <ActionButton action={goBackAction.value} via={travel}>
        {t.goBackBefore[move.kind]}
      </ActionButton>
      <Dropped after={move.toPosition} count={count} />
    </>
  );
}

/** The names of more events are not worth their room. */
const MAX_NAMED = 100;
const MAX_NAMES = 3;

function Dropped({ after, count }: { readonly after: number; readonly count: number }) {
  const named = Math.min(count, MAX_NAMED);
  useEffect(() => wantEvents(after + 1, after + named), [after, named]);
  const events = Array.from({ length: named }, (_, i) => eventAt(after + 1 + i)).filter((event) => event !== null);
  const names = Map.groupBy(events.filter(isTold), ({ type }) => eventName(type));
  const told = [...names]
    .slice(0, MAX_NAMES)
    .map(([name, { length }]) => (length === 1 ? name : `${length} × ${name}`));
  if (names.size > MAX_NAMES) told.push("…");
  return <span class="quiet">{text.value.time.drops(count, told.join(", "))}</span>;
}
