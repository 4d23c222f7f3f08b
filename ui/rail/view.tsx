import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { RAIL_PX } from "./layout.ts";
import type { Drawn } from "./model.ts";
import type { Scale, Stretch } from "./scale.ts";
import { dragTo } from "./steering.ts";
import { type Anchor, anchor, nearView, THE_END, viewPx, zoom, zoomBy } from "./zoom.ts";

/** After scrolling has rested this long, what is in view is read more finely. */
const REST_MS = 150;

/** A wheel turns by about this much at a time. */
const WHEEL_PX = 300;

interface Props extends Drawn {
  readonly children: ComponentChildren;
}

/** The part of the axis that is seen: dragging moves the playhead, scrolling moves the axis, Ctrl and the wheel widen it. */
export function RailView({ model, scale, children }: Props) {
  const view = useRef<HTMLDivElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  useMeasure(view);
  const held = useAnchor(view, scale);
  useNearView(view, scale, held);
  const xOf = (event: MouseEvent) => event.clientX - (axis.current?.getBoundingClientRect().left ?? 0);
  const steer = (event: PointerEvent) => dragTo(xOf(event), scale, model);
  return (
    <div
      class="rail-plot"
      ref={view}
      onPointerDown={(event) => {
        if (event.button !== 0 || (event.target instanceof Element && event.target.closest("a[href]") !== null)) return;
        // On the scroll bar and beside the axis there is no time.
        if (event.target === view.current) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        steer(event);
      }}
      onPointerMove={(event) => {
        // The browser holds the pointer until it is let go.
        if (event.currentTarget.hasPointerCapture(event.pointerId)) steer(event);
      }}
      onWheel={(event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        const x = xOf(event);
        anchor.value = { ms: scale.ms(x), share: (x - event.currentTarget.scrollLeft) / viewPx.peek() };
        zoomBy(2 ** (-event.deltaY / WHEEL_PX));
      }}
    >
      <div class="rail-axis" ref={axis} style={{ width: `${scale.width}px`, height: `${RAIL_PX}px` }}>
        {children}
      </div>
    </div>
  );
}

type View = { readonly current: HTMLDivElement | null };

function useMeasure(view: View): void {
  useEffect(() => {
    if (view.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) viewPx.value = Math.max(240, entry.contentRect.width);
    });
    observer.observe(view.current);
    return () => observer.disconnect();
  }, [view]);
}

/** Keeps what is in view there when the axis changes. Returns where that is. */
function useAnchor(view: View, scale: Scale): { current: Anchor } {
  const held = useRef(THE_END);
  const goal = useRef(anchor.value);
  useLayoutEffect(() => {
    if (goal.current !== anchor.value) held.current = anchor.value;
    goal.current = anchor.value;
    const { ms, share } = held.current;
    if (view.current !== null) view.current.scrollLeft = scale.x(ms) - share * viewPx.peek();
  }, [view, scale, anchor.value]);
  return held;
}

/** Remembers what is in view when scrolling rests. At the right end that is the end, so that what is new is seen. */
function useNearView(view: View, scale: Scale, held: { current: Anchor }): void {
  useEffect(() => {
    const element = view.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      const x = element.scrollLeft;
      const width = viewPx.peek();
      held.current = x + width >= scale.width - 1 ? THE_END : { ms: scale.ms(x + width / 2), share: 0.5 };
      nearView.value = zoom.peek() === 1 ? null : nearTo(nearView.peek(), scale, x, width);
    };
    const plan = () => {
      clearTimeout(timer);
      timer = setTimeout(rest, REST_MS);
    };
    plan();
    element.addEventListener("scroll", plan, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener("scroll", plan);
    };
  }, [view, scale, held]);
}

/** More time than this, compared with what is in view, is too coarse. */
const MAX_VIEWS = 4;

/** Returns what to draw and read for a view: what was read, if that shows the view, and finely enough. */
function nearTo(read: Stretch | null, scale: Scale, x: number, width: number): Stretch {
  const fromMs = Math.floor(scale.ms(x - width));
  const toMs = Math.ceil(scale.ms(x + 2 * width));
  if (read === null || (read.fromMs === fromMs && read.toMs === toMs)) return read ?? { fromMs, toMs };
  const first = scale.ms(x);
  const last = scale.ms(x + width);
  const shows = read.fromMs <= first && read.toMs >= last && read.toMs - read.fromMs <= MAX_VIEWS * (last - first);
  return shows ? read : { fromMs, toMs };
}
