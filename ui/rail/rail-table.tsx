import { useSignal } from "@preact/signals";
import { Button } from "../parts/button.tsx";
import { type Column, SortedTable } from "../parts/order.tsx";
import { text } from "../text/text.ts";
import type { RailModel } from "./model.ts";
import { lookAt } from "./steering.ts";

/** The newest are what matters; the history below has all. */
const MAX_ROWS = 200;

/** What the rail shows, as a table, for those who cannot see it or want to read it. */
export function RailTable({ model }: { readonly model: RailModel }) {
  const isOpen = useSignal(false);
  const t = text.rail;
  const columns: readonly Column<Row>[] = [
    { id: "at", name: text.words.at, kind: "time", value: ({ atMs }) => atMs },
    { id: "what", name: t.what, kind: "what", value: ({ label }) => label, draw: What },
    { id: "available", name: text.money.available, kind: "money", value: ({ available = null }) => available },
    { id: "reserved", name: text.money.reserved, kind: "money", value: ({ reserved = null }) => reserved },
  ];
  const look = ({ position, atMs }: Row) =>
    position !== undefined &&
    position >= model.rewindableFrom && <Button name={t.look} class="link" onClick={() => lookAt(position, atMs)} />;
  return (
    <details class="rail-table" onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
      <summary>{t.table}</summary>
      {model.dueLater > 0 && <p class="quiet">{t.dueLater(model.dueLater)}</p>}
      {isOpen.value && (
        <SortedTable
          label={t.label}
          items={rowsOf(model)}
          columns={columns}
          keyOf={({ key }) => key}
          actionsOf={look}
          order="rail"
        />
      )}
    </details>
  );
}

function What({ label, href, isDue = false }: Row) {
  return href == null ? <span class={isDue ? "quiet" : ""}>{label}</span> : <a href={href}>{label}</a>;
}

interface Row {
  readonly key: string;
  readonly atMs: number;
  readonly label: string;
  readonly href?: string | null;
  readonly isDue?: boolean;
  /** The money, or what it changes by. */
  readonly available?: number | undefined;
  readonly reserved?: number;
  readonly position?: number;
}

/** Returns what is due, the latest first, and below it the steps of the money and the marks, the newest first. */
function rowsOf({ steps, marks, due }: RailModel): readonly Row[] {
  const ofDue = due.map(({ atMs, label, cents }, i) => {
    return { key: `due ${i}`, atMs, label: text.rail.isDue(label), isDue: true, available: cents || undefined };
  });
  const ofMarks = marks.map(({ atMs, label, href, count, lane }, i) => {
    return { key: `${lane} ${i}`, atMs, label: count > 1 ? `${count} × ${label}` : label, href };
  });
  const ofSteps = steps.map(({ position, ...money }) => {
    return { key: `money ${position}`, label: `${text.time.position} ${position}`, position, ...money };
  });
  const past: readonly Row[] = [...ofMarks, ...ofSteps];
  return [...ofDue.toReversed(), ...past.toSorted((a, b) => b.atMs - a.atMs).slice(0, MAX_ROWS)];
}
