import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

interface Props {
  readonly count: number;
  readonly keyAt: (index: number) => string | number;
  readonly rowAt: (index: number) => JSX.Element;
  /** The height of every row in pixels. */
  readonly height: number;
  /** What the list shows, for those who cannot see it. */
  readonly label: string;
  /** Is called with the rows that come into view, `last` excluded, so that they can be read. */
  readonly onView?: (first: number, last: number) => void;
}

const narrow = matchMedia("(max-width: 760px)");
const isNarrow = signal(narrow.matches);
narrow.addEventListener("change", () => {
  isNarrow.value = narrow.matches;
});

/** Returns the height of rows: while the screen is narrow, they have two lines. */
export function rowPx(wide: number): number {
  return isNarrow.value ? NARROW_PX : wide;
}

const NARROW_PX = 52;

/** Rows beyond both ends of the view, so that scrolling shows no gap. */
const MARGIN_ROWS = 8;

/**
 * A list of which only the visible rows are in the document, however long it is. New rows come first; a reader who looks
 * further down keeps the rows that they read.
 */
export function Rows({ count, keyAt, rowAt, height, label, onView }: Props) {
  const view = useSignal({ top: 0, height: 600 });
  const box = useRef<HTMLElement>(null);
  const countBefore = useRef(count);
  const measure = () => {
    const element = box.current;
    if (element !== null) view.value = { top: element.scrollTop, height: element.clientHeight };
  };
  useLayoutEffect(() => {
    const added = count - countBefore.current;
    countBefore.current = count;
    if (box.current !== null && box.current.scrollTop > 0) box.current.scrollTop += added * height;
  }, [count, height]);
  useEffect(() => {
    if (box.current === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(view.value.top / height) - MARGIN_ROWS);
  const last = Math.min(count, Math.ceil((view.value.top + view.value.height) / height) + MARGIN_ROWS);
  useEffect(() => onView?.(first, last), [first, last, onView]);
  const indexes = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section class="rows" ref={box} onScroll={measure} aria-label={label} tabIndex={0}>
      <ul style={{ height: `${count * height}px` }}>
        {indexes.map((index) => (
          <li
            key={keyAt(index)}
            class="row"
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ top: `${index * height}px`, height: `${height}px` }}
          >
            {rowAt(index)}
          </li>
        ))}
      </ul>
    </section>
  );
}
