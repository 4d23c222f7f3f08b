import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface Props<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string | number;
  readonly row: (item: T, index: number) => JSX.Element;
  /** The height of every row in pixels. */
  readonly height: number;
  /** What the list shows, for those who cannot see it. */
  readonly label: string;
  /** Is called when the end comes into view, so that more can be read. */
  readonly onEnd?: (() => void) | undefined;
}

/** Rows beyond both ends of the view, so that scrolling shows no gap. */
const MARGIN_ROWS = 8;

/** A list of which only the visible rows are in the document, however long it is. */
export function Rows<T>({ items, keyOf, row, height, label, onEnd }: Props<T>) {
  const view = useSignal({ top: 0, height: 600 });
  const box = useRef<HTMLDivElement>(null);
  const measure = () => {
    if (box.current !== null) view.value = { top: box.current.scrollTop, height: box.current.clientHeight };
  };
  useEffect(() => {
    if (box.current === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(view.value.top / height) - MARGIN_ROWS);
  const last = Math.min(items.length, Math.ceil((view.value.top + view.value.height) / height) + MARGIN_ROWS);
  useEffect(() => {
    if (last === items.length) onEnd?.();
  }, [last, items.length, onEnd]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard.
    <section class="rows" ref={box} onScroll={measure} aria-label={label} tabIndex={0}>
      <ul style={{ height: items.length * height, position: "relative" }}>
        {items.slice(first, last).map((item, i) => (
          <li
            key={keyOf(item)}
            class="row"
            aria-setsize={items.length}
            aria-posinset={first + i + 1}
            style={{ position: "absolute", top: (first + i) * height, height, left: 0, right: 0 }}
          >
            {row(item, first + i)}
          </li>
        ))}
      </ul>
    </section>
  );
}
