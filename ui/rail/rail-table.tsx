import { useSignal } from "@preact/signals";
import { Button } from "../parts/button.tsx";
import { Instant } from "../parts/instant.tsx";
import { Money } from "../parts/money.tsx";
import { playhead } from "../state/travel.ts";
import { text } from "../text/text.ts";
import type { RailModel } from "./model.ts";

/** The newest are what matters; the history below has all. */
const MAX_ROWS = 200;

/** What the rail shows, as a table, for those who cannot see it or want to read it. */
export function RailTable({ model }: { readonly model: RailModel }) {
  const isOpen = useSignal(false);
  const t = text.rail;
  return (
    <details class="rail-table" onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
      <summary>{t.table}</summary>
      {isOpen.value && (
        <div class="table-box">
          <table>
            <caption class="visually-hidden">{t.label}</caption>
            <thead>
              <tr>
                <th scope="col">{text.words.at}</th>
                <th scope="col">{t.what}</th>
                <th scope="col" class="number">
                  {text.money.available}
                </th>
                <th scope="col" class="number">
                  {text.money.reserved}
                </th>
                <th scope="col" />
              </tr>
            </thead>
            <tbody>
              {rowsOf(model).map(({ key, atMs, label, href, isDue, available, reserved, position }) => (
                <tr key={key} class={isDue ? "quiet" : undefined}>
                  <td>
                    <Instant at={atMs} />
                  </td>
                  <td>{href == null ? label : <a href={href}>{label}</a>}</td>
                  <td class="number">{available !== undefined && <Money cents={available} />}</td>
                  <td class="number">{reserved !== undefined && <Money cents={reserved} />}</td>
                  <td>
                    {position !== undefined && position >= model.rewindableFrom && (
                      <Button
                        name={t.look}
                        class="link"
                        onClick={() => (playhead.value = { kind: "past", position, atMs })}
                      />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
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
  const ofSteps = steps.map(({ atMs, available, reserved, position }) => {
    return {
      key: `money ${position}`,
      atMs,
      label: `${text.time.position} ${position}`,
      available,
      reserved,
      position,
    };
  });
  const past: readonly Row[] = [...ofMarks, ...ofSteps];
  return [...ofDue.toReversed(), ...past.toSorted((a, b) => b.atMs - a.atMs).slice(0, MAX_ROWS)];
}
