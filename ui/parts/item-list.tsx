import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { hrefHere, place } from "../state/place.ts";
import { text } from "../text/text.ts";
import { type Column, ColumnHead, cellOf, foundText, inOrder } from "./order.tsx";
import { HEAD_PX, Rows, rowPx } from "./rows.tsx";
import { runsOf } from "./runs.ts";
import { Unread } from "./skeleton.tsx";
import { Empty } from "./snippet.tsx";

interface Props<T> {
  /** Null or undefined until they are read. */
  readonly items: readonly T[] | null | undefined;
  readonly problem?: string | null;
  readonly empty?: ComponentChildren;
  readonly keyOf: (item: T) => string;
  readonly columns: readonly Column<T>[];
  /** What an item is found by besides what its columns show. */
  readonly alsoFoundBy?: (item: T) => string;
  /** What is listed, where that is not what the screen is about. */
  readonly label?: string;
  /** The part of the address's query that selects an item by its key, and what else the address of an item changes. */
  readonly pick?: string;
  readonly also?: (item: T) => Readonly<Record<string, string | undefined>>;
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

interface Row {
  readonly key: string;
  readonly draw: () => JSX.Element;
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
  const wanted = (query.find ?? "").toLowerCase();
  const isFound = (item: T) => {
    const facts = [keyOf(item), props.alsoFoundBy?.(item), ...columns.map((column) => foundText(column, item))];
    // The space of an amount is one at which no line breaks.
    return facts.join(" ").replaceAll("\u00a0", " ").toLowerCase().includes(wanted);
  };
  const found = wanted === "" ? given : given?.filter(isFound);
  const ordered = inOrder(found ?? [], columns, order);
  const selected = ordered.map(keyOf).find((key) => key === query[pick]);
  useEffect(() => {
    // A run is open while one of its items is in the set, so it stays open when it grows at either end.
    if (selected !== undefined) open.value = new Set([...open.peek(), selected]);
  }, [selected, open]);
  const cells = (item: T, count = 1) =>
    columns.map((column) => (
      <span key={column.id} class={column.kind}>
        {column.kind === "what" && count > 1 && <b>{count} × </b>}
        {cellOf(column, item)}
      </span>
    ));
  const link = (item: T, kind = "item"): Row => {
    const key = keyOf(item);
    const draw = () => (
      <a
        id={`row-${key}`}
        class={kind}
        href={hrefHere({ ...props.also?.(item), [pick]: key })}
        aria-current={key === selected ? "true" : undefined}
      >
        {cells(item)}
      </a>
    );
    return { key, draw };
  };
  const run = (items: readonly T[]): readonly Row[] => {
    const [first] = items;
    if (first === undefined || items.length === 1) return items.map((item) => link(item));
    const keys = new Set(items.map(keyOf));
    const isOpen = !keys.isDisjointFrom(open.value);
    const toggle = () => (open.value = isOpen ? open.value.difference(keys) : open.value.union(keys));
    const draw = () => (
      <button type="button" class="item run" aria-expanded={isOpen} onClick={toggle}>
        {cells(first, items.length)}
      </button>
    );
    // New items of a run come first.
    const head = { key: `${[...keys].at(-1)} run`, draw };
    return [head, ...(isOpen ? items.map((item) => link(item, "item in-run")) : [])];
  };
  const group = (heading: string): readonly Row[] => {
    const items = ordered.filter((item) => groupOf?.(item) === heading);
    return [{ key: heading, draw: () => <h2 class="group-head">{heading}</h2> }, ...items.map((item) => link(item))];
  };
  const rows =
    groupOf === undefined
      ? runsOf(ordered, runOf ?? keyOf).flatMap(run)
      : [...new Set(found?.map(groupOf))].flatMap(group);
  if (given == null) return <Unread problem={props.problem} />;
  if (given.length === 0) return props.empty;
  if (ordered.length === 0) return <Empty title={text.list.noneSuch} />;
  const height = rowPx(34);
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
          label={props.label ?? text.screens[place.value.screen]}
          head={columns.map((column) => <ColumnHead key={column.id} of={column} part={order} as="span" />)}
          reveal={rows.findIndex(({ key }) => key === selected)}
          keyAt={(index) => rows[index]?.key ?? index}
          rowAt={(index) => rows[index]?.draw() ?? <span />}
          onView={(_first, last) => {
            if (last >= rows.length) props.onEnd?.();
          }}
        />
      </div>
    </>
  );
}
