import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
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
  /** The names of the columns, which make a table of the list. */
  readonly head?: ComponentChildren;
  /** The row that is scrolled to when it becomes another one, if it is not in view. */
  readonly reveal?: number;
}

export const HEAD_PX = 30;

const narrow = matchMedia("(max-width: 760px)");
const isNarrow = signal(narrow.matches);
narrow.addEventListener("change", () => (isNarrow.value = narrow.matches));

/** Returns the height of rows: while the screen is narrow, they have two lines. */
export function rowPx(wide: number): number {
  return isNarrow.value ? NARROW_PX : wide;
}

const NARROW_PX = 52;

/** Rows beyond both ends of the view, so that scrolling shows no gap. */
const MARGIN_ROWS = 8;

/** Only the visible rows are in the document. New rows come first, and a reader further down keeps what is read. */
export function Rows({ count, keyAt, rowAt, height, label, onView, head, reveal = -1 }: Props) {
  const view = useSignal({ top: 0, height: 600 });
  const box = useRef<HTMLDivElement>(null);
  const top = useRef({ index: 0, key: keyAt(0) });
  const measure = () => {
    const element = box.current;
    if (element === null) return;
    view.value = { top: element.scrollTop, height: element.clientHeight };
    const index = Math.floor(element.scrollTop / height);
    top.current = { index, key: keyAt(index) };
  };
  useLayoutEffect(() => {
    const { index, key } = top.current;
    let added = 0;
    while (index + added < count && keyAt(index + added) !== key) added++;
    if (box.current !== null && box.current.scrollTop > 0 && index + added < count) {
      box.current.scrollTop += added * height;
    }
    measure();
  }, [count, height, keyAt(0)]);
  const revealed = reveal < 0 ? null : keyAt(reveal);
  useLayoutEffect(() => {
    const element = box.current;
    const place = reveal * height;
    if (element === null || revealed === null) return;
    const { scrollTop, clientHeight } = element;
    if (place < scrollTop || place + height + HEAD_PX > scrollTop + clientHeight) element.scrollTop = place - height;
  }, [revealed]);
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
  const as = (role: "table" | "rowgroup" | "row" | "cell", more = {}) => ({ role, ...more });
  return (
    <div
      class="rows"
      ref={box}
      onScroll={measure}
      {...as("table", { "aria-rowcount": count, "aria-label": label })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
      tabIndex={0}
    >
      {head && (
        <div {...as("row")} class="head">
          {head}
        </div>
      )}
      <div {...as("rowgroup")} style={{ height: `${count * height}px` }}>
        {indexes.map((index) => (
          <div
            key={keyAt(index)}
            class="row"
            {...as("row", { "aria-rowindex": index + 1 })}
            style={{ top: `${index * height}px`, height: `${height}px` }}
          >
            <div {...as("cell")}>{rowAt(index)}</div>
          </div>
        ))}
      </div>
    </div>
  );
}
