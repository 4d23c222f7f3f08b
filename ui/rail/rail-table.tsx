import { useSignal } from "@preact/signals";
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
  const t = text.value;
  return (
    <details class="rail-table" onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
      <summary>{t.rail.table}</summary>
      {isOpen.value && (
        <div class="table-box">
          <table>
            <caption class="visually-hidden">{t.rail.label}</caption>
            <thead>
              <tr>
                <th scope="col">{t.words.at}</th>
                <th scope="col">{t.rail.what}</th>
                <th scope="col" class="number">
                  {t.money.available}
                </th>
                <th scope="col" class="number">
                  {t.money.reserved}
                </th>
                <th scope="col" />
              </tr>
            </thead>
            <tbody>
              {model.due.toReversed().map(({ atMs, label, cents }, i) => (
                <tr key={`due ${i}`} class="quiet">
                  <td>
                    <Instant at={atMs} />
                  </td>
                  <td>{t.rail.isDue(label)}</td>
                  <td class="number">{cents !== 0 && <Money cents={cents} />}</td>
                  <td />
                  <td />
                </tr>
              ))}
              {pastRows(model).map((row) => (
                <tr key={row.key}>
                  <td>
                    <Instant at={row.atMs} />
                  </td>
                  <td>{row.href === null ? row.label : <a href={row.href}>{row.label}</a>}</td>
                  <td class="number">{row.available !== null && <Money cents={row.available} />}</td>
                  <td class="number">{row.reserved !== null && <Money cents={row.reserved} />}</td>
                  <td>{row.position !== null && row.position >= model.rewindableFrom && <Look {...row} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

function Look({ position, atMs }: { readonly position: number | null; readonly atMs: number }) {
  return (
    <button
      type="button"
      class="link"
      onClick={() => {
        if (position !== null) playhead.value = { kind: "past", position, atMs };
      }}
    >
      {text.value.rail.look}
    </button>
  );
}

/** The steps of the money and the marks, newest first. */
function pastRows({ steps, marks }: RailModel) {
  const ofMarks = marks.map(({ atMs, label, href, count, lane }, i) => ({
    key: `${lane} ${i}`,
    atMs,
    label: count > 1 ? `${count} × ${label}` : label,
    href,
    available: null,
    reserved: null,
    position: null,
  }));
  const ofSteps = steps.map(({ atMs, available, reserved, position }) => ({
    key: `money ${position}`,
    atMs,
    label: `${text.value.time.position} ${position}`,
    href: null,
    available,
    reserved,
    position,
  }));
  return [...ofMarks, ...ofSteps].sort((a, b) => b.atMs - a.atMs).slice(0, MAX_ROWS);
}
