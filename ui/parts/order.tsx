import type { ComponentChildren } from "preact";
import { place, refine } from "../state/place.ts";
import { language } from "../text/text.ts";
import { Button } from "./button.tsx";
import { Instant, shownParts } from "./instant.tsx";
import { Money, moneyText } from "./money.tsx";

/** A column of a list. The list can be sorted by it. */
export interface Column<T> {
  /** Its name in the address, where `-` before it says that the order is descending. */
  readonly id: string;
  readonly name: string;
  /** How wide it is, and where it stands on a narrow screen. `what` says what the row is about. */
  readonly kind: "state" | "short" | "what" | "text" | "number" | "money" | "time";
  /** Cents for an amount, and ISO 8601 for a time. */
  readonly value: (item: T) => string | number | null;
  /** Shows more than the value. */
  readonly draw?: (item: T) => ComponentChildren;
}

/** Lists come newest first, by the column `at` where they have it. */
const AS_READ = "-at";
const presentOrder = (part: string) => place.value.query[part] ?? AS_READ;

/** Returns the items in the order that a part of the address's query names; as they came without one. */
export function inOrder<T>(items: readonly T[], columns: readonly Column<T>[], part: string): readonly T[] {
  const order = presentOrder(part);
  const column = columns.find(({ id }) => order === id || order === `-${id}`);
  if (column === undefined || order === AS_READ) return items;
  const { compare } = new Intl.Collator(language.value, { numeric: true });
  const sign = order === column.id ? 1 : -1;
  return items.toSorted((one, other) => {
    const [a, b] = [column.value(one) ?? "", column.value(other) ?? ""];
    return sign * (typeof a === "number" && typeof b === "number" ? a - b : compare(String(a), String(b)));
  });
}

interface Props {
  readonly of: Pick<Column<never>, "id" | "name" | "kind">;
  /** The part of the address's query that has the order. */
  readonly part: string;
  readonly as: "th" | "span";
}

/** The name of a column. Used once and again it sorts by the column and in reverse; then the list is as it was read. */
export function ColumnHead({ of: { id, name, kind }, part, as: Tag }: Props) {
  const present = presentOrder(part);
  const steps = ["number", "money", "time"].includes(kind) ? [`-${id}`, id] : [id, `-${id}`];
  const sorting = present === id ? "ascending" : present === `-${id}` ? "descending" : undefined;
  return (
    <Tag {...(Tag === "th" ? { scope: "col" } : { role: "columnheader" })} class={kind} aria-sort={sorting}>
      <Button
        name={name}
        class="sort"
        onClick={({ currentTarget }) => {
          currentTarget.closest(".rows")?.scrollTo(0, 0);
          refine({ [part]: steps[steps.indexOf(present) + 1] });
        }}
      />
    </Tag>
  );
}

/** Returns the text by which an item is found in a column: an amount and a time as they are shown. */
export function foundText<T>({ kind, value: read }: Column<T>, item: T): string {
  const value = read(item);
  if (value === null) return "";
  if (kind === "time") return Object.values(shownParts(value)).join(" ");
  return kind === "money" ? moneyText(Number(value)) : String(value);
}

/** Returns what a column shows of an item. */
export function cellOf<T>({ kind, value: read, draw }: Column<T>, item: T) {
  if (draw !== undefined) return draw(item);
  const value = read(item);
  if (value === null) return null;
  if (kind === "time") return <Instant at={value} />;
  return kind === "money" ? <Money cents={Number(value)} /> : <span title={String(value)}>{value}</span>;
}

interface TableProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly keyOf: (item: T) => string;
  readonly actionsOf: (item: T) => ComponentChildren;
  readonly class?: string;
  /** The part of the address's query that has the order. */
  readonly order?: string;
}

/** A table of few items, in the order in which they are given or in that of a column. */
export function SortedTable<T>({ label, items, columns, keyOf, actionsOf, ...more }: TableProps<T>) {
  const { class: name, order = "sort" } = more;
  return (
    <div class="table-box">
      <table class={name} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHead key={column.id} of={column} part={order} as="th" />
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {inOrder(items, columns, order).map((item) => (
            <tr key={keyOf(item)}>
              {columns.map((column) => (
                <td key={column.id} class={column.kind}>
                  {cellOf(column, item)}
                </td>
              ))}
              <td class="number">{actionsOf(item)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
