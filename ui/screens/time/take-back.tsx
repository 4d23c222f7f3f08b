import { useEffect } from "preact/hooks";
import { eventName, isTold } from "../../live/event-line.ts";
import { eventAt, historyBounds, wantEvents } from "../../live/event-pages.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Question } from "../../parts/dialog.tsx";
import { droppedByUndo, lastMove, undoAction } from "../../state/travel.ts";
import { text } from "../../text/text.ts";

/** Returns what taking the last move back is called; nothing without one. */
export function takeBackName(): string {
  const { undo, goBackBefore } = text.time;
  const move = lastMove.value;
  if (move === null) return "";
  return (historyBounds().newest <= move.toPosition ? undo : goBackBefore)[move.kind];
}

export function TakeBack() {
  const name = takeBackName();
  return name && <ActionButton name={name} action={undoAction.value} shortcut="u" />;
}

/** Asks before a move is taken back after which something came, and says what would be dropped. */
export function UndoQuestion() {
  const move = lastMove.value;
  const dropped = droppedByUndo.value;
  if (move === null || dropped === 0) return null;
  const goBack = text.time.goBackBefore[move.kind];
  return (
    <Question title={goBack} confirm={goBack} action={undoAction.value} onEnd={() => (droppedByUndo.value = 0)}>
      <Dropped after={move.toPosition} count={dropped} />
    </Question>
  );
}

/** The names of more events are not worth their room. */
const MAX_NAMED = 100;
const MAX_NAMES = 8;

function Dropped({ after, count }: { readonly after: number; readonly count: number }) {
  const named = Math.min(count, MAX_NAMED);
  useEffect(() => wantEvents(after + 1, after + named), [after, named]);
  const events = Array.from({ length: named }, (_, i) => eventAt(after + 1 + i)).filter((event) => event !== null);
  const names = Map.groupBy(events.filter(isTold), ({ type }) => eventName(type));
  const told = [...names]
    .slice(0, MAX_NAMES)
    .map(([name, { length }]) => (length === 1 ? name : `${length} × ${name}`));
  if (names.size > MAX_NAMES || count > named) told.push("…");
  return <p>{text.time.drops(count, told.length === 0 ? "" : `: ${told.join(", ")}`)}</p>;
}
