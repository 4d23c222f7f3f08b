import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { hrefHere, place } from "../state/place.ts";
import { text } from "../text/text.ts";
import { type Column, ColumnHead, cellOf, inOrder } from "./order.tsx";
import { HEAD_PX, Rows, rowPx } from "./rows.tsx";
import { runsOf } from "./runs.ts";
import { Unread } from "./skeleton.tsx";

interface Props<T> {
  /** Null or undefined until they are read. */
  readonly items: readonly T[] | null | undefined;
  /** Why they could not be read. */
  readonly problem?: string | null;
  /** What is shown when there are none. */
  readonly empty?: ComponentChildren;
  readonly keyOf: (item: T) => string;
  readonly columns: readonly Column<T>[];
  readonly label: string;
  /** The part of the address's query that selects an item by its key, and what else the address of an item changes. */
  readonly pick?: string;
  readonly also?: (item: T) => Readonly<Record<string, string | undefined>>;
  /** The part of the address's query that has the order. */
  readonly order?: string;
  /** Items that follow each other and have the same name here are one row that opens. */
  readonly runOf?: (item: T) => string;
  /** Items are below headings of these names, which stay in any order. */
  readonly groupOf?: (item: T) => string;
  /** Is called when the end of the list comes into view. */
  readonly onEnd?: () => void;
  /** Whether there may be more of them, which cannot be read here: the list says so. */
  readonly isPart?: boolean;
}

/** An item, or what the items of a run have in common, above them if it is open. */
interface Row<T> {
  readonly item: T;
  readonly run?: { readonly keys: readonly string[]; readonly isOpen: boolean };
  readonly isInRun?: boolean;
  /** Set if the row is the heading of the group that the item begins. */
  readonly heading?: string;
}

const TRACKS: Readonly<Record<Column<never>["kind"], string>> = {
  state: "12.5rem",
  short: "7rem",
  what: "minmax(0, 2fr)",
  text: "minmax(0, 1fr)",
  number: "6rem",
  money: "7.5rem",
  time: "8.5rem",
};

/** A table of links, each of which selects an item. Only what is visible is in the document. */
export function ItemList<T>(props: Props<T>) {
  const { items: given, keyOf, columns, pick = "id", order = "sort", runOf, groupOf } = props;
  const { query } = place.value;
  const open = useSignal<ReadonlySet<string>>(new Set());
  const ordered = inOrder(given ?? [], columns, order);
  const selected = ordered.map(keyOf).find((key) => key === query[pick]);
  useEffect(() => {
    // A run is open while one of its items is in the set, so it stays open when it grows at either end.
    if (selected !== undefined) open.value = new Set([...open.peek(), selected]);
  }, [selected, open]);
  const groups = groupOf === undefined ? [] : [...new Set(given?.map(groupOf))];
  const headed = groups.flatMap((heading): readonly Row<T>[] => {
    const items = ordered.filter((item) => groupOf?.(item) === heading);
    return [...items.slice(0, 1).map((item) => ({ item, heading })), ...items.map((item) => ({ item }))];
  });
  const plain = (runOf === undefined ? ordered.map((item) => [item]) : runsOf(ordered, runOf)).flatMap((items) => {
    const single = items.map((item): Row<T> => ({ item }));
    if (items.length === 1) return single;
    const keys = items.map(keyOf);
    const isOpen = keys.some((key) => open.value.has(key));
    return [
      ...single.slice(0, 1).map((row) => ({ ...row, run: { keys, isOpen } })),
      ...(isOpen ? single.map((row) => ({ ...row, isInRun: true })) : []),
    ];
  });
  const rows = groupOf === undefined ? plain : headed;
  if (given == null) return <Unread problem={props.problem} />;
  if (given.length === 0) return props.empty;
  const height = rowPx(34);
  const cells = (item: T, count = 1) =>
    columns.map((column) => (
      <span key={column.id} class={column.kind}>
        {column.kind === "what" && count > 1 && <b>{count} × </b>}
        {cellOf(column, item)}
      </span>
    ));
  const toggle = (keys: readonly string[], isOpen: boolean) => {
    open.value = isOpen ? open.value.difference(new Set(keys)) : open.value.union(new Set(keys));
  };
  return (
    <>
      {props.isPart && <p class="quiet">{text.list.newestOnly}</p>}
      <div
        class="item-list"
        style={{
          height: `${rows.length * height + HEAD_PX + 2}px`,
          "--columns": columns.map(({ kind }) => TRACKS[kind]).join(" "),
        }}
      >
        <Rows
          count={rows.length}
          height={height}
          label={props.label}
          head={columns.map((column) => <ColumnHead key={column.id} of={column} part={order} as="span" />)}
          reveal={rows.findIndex(({ item, run, heading }) => !(run ?? heading) && keyOf(item) === selected)}
          keyAt={(index) => {
            const row = rows[index];
            // New items of a run come first.
            if (row?.run === undefined) return row === undefined ? index : (row.heading ?? keyOf(row.item));
            return `${row.run.keys.at(-1)} run`;
          }}
          rowAt={(index) => {
            const row = rows[index];
            if (row === undefined) return <span />;
            const { item, run, isInRun, heading } = row;
            if (heading !== undefined) return <h2 class="group-head">{heading}</h2>;
            const key = keyOf(item);
            if (run === undefined)
              return (
                <a
                  id={`row-${key}`}
                  class={isInRun ? "item in-run" : "item"}
                  href={hrefHere({ ...props.also?.(item), [pick]: key })}
                  aria-current={key === selected ? "true" : undefined}
                >
                  {cells(item)}
                </a>
              );
            const { keys, isOpen } = run;
            return (
              <button type="button" class="item run" aria-expanded={isOpen} onClick={() => toggle(keys, isOpen)}>
                {cells(item, keys.length)}
              </button>
            );
          }}
          onView={(_first, last) => {
            if (last >= rows.length) props.onEnd?.();
          }}
        />
      </div>
    </>
  );
}
