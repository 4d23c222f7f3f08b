import { X } from "lucide";
import { type ComponentChildren, Fragment } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { addShortcuts } from "../app/shortcuts.ts";
import { hrefHere, place } from "../state/place.ts";
import { text } from "../text/text.ts";
import { IconButton } from "./button.tsx";
import { ItemList } from "./item-list.tsx";
import { Found } from "./skeleton.tsx";

interface Props {
  readonly tools?: ComponentChildren;
  readonly list: ComponentChildren;
  /** What a selection shows, by the part of the address's query that has its key. The first of those that are there is shown. */
  readonly picks: Readonly<Record<string, (key: string) => ComponentChildren>>;
}

/** A list as wide as the screen, and its selection in a drawer at its right; on a narrow screen in its place. */
export function ListDetail({ tools, list, picks }: Props) {
  const drawer = useRef<HTMLElement>(null);
  const before = useRef<string | undefined>(undefined);
  const { query } = place.value;
  const [pick = "", draw] = Object.entries(picks).find(([name]) => query[name] !== undefined) ?? [];
  const shown = query[pick];
  const closed = hrefHere({ [pick]: undefined, of: undefined });
  const close = () => (location.hash = closed);
  // Before the focus that was in the drawer is given to what is around it.
  useLayoutEffect(() => {
    if (shown !== undefined) drawer.current?.focus({ preventScroll: true });
    // A filter that closes it keeps the focus.
    else if (document.activeElement === document.body) document.getElementById(`row-${before.current}`)?.focus();
    before.current = shown;
  }, [shown]);
  useEffect(() => (shown === undefined ? undefined : addShortcuts({ Escape: close })), [shown, closed]);
  return (
    <div class={shown === undefined ? "list-detail" : "list-detail has-detail"}>
      {tools && <form class="line tools">{tools}</form>}
      <div class="panel list">{list}</div>
      {shown !== undefined && (
        <section class="panel detail" ref={drawer} tabIndex={-1} aria-label={text.list.details}>
          <IconButton of={X} class="icon close" name={text.list.close} onClick={close} />
          <Fragment key={shown}>{draw?.(shown)}</Fragment>
        </section>
      )}
    </div>
  );
}

type ItemProps<T> = Parameters<typeof ItemList<T>>[0] & {
  readonly tools?: ComponentChildren;
  readonly detail: (item: T) => ComponentChildren;
};

/** A list whose items have all that their details show. */
export function ItemsDetail<T>({ tools, detail, ...list }: ItemProps<T>) {
  const found = (id: string) => (
    <Found among={list.items} is={(item) => list.keyOf(item) === id}>
      {detail}
    </Found>
  );
  return <ListDetail tools={tools} list={<ItemList {...list} />} picks={{ id: found }} />;
}

/** What a selection is called, and in which state it is. */
export function DetailHead({ title, children }: Readonly<Record<"title" | "children", ComponentChildren>>) {
  return (
    <div class="line detail-head">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
