import type { ComponentChildren } from "preact";
import { Rows, rowPx } from "./rows.tsx";

interface Props<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly hrefOf: (item: T) => string;
  readonly isSelected: (item: T) => boolean;
  /** The cells of an item, from left to right. */
  readonly cells: (item: T) => ComponentChildren;
  readonly label: string;
  /** Is called when the end of the list comes into view. */
  readonly onEnd?: (() => void) | undefined;
}

/** A list of links, each of which selects an item. Only what is visible is in the document. */
export function ItemList<T>({ items, keyOf, hrefOf, isSelected, cells, label, onEnd }: Props<T>) {
  const height = rowPx(34);
  const itemAt = (index: number): T | undefined => items[index];
  return (
    <div class="item-list" style={{ height: `${items.length * height + 2}px` }}>
      <Rows
        count={items.length}
        height={height}
        label={label}
        keyAt={(index) => {
          const item = itemAt(index);
          return item === undefined ? index : keyOf(item);
        }}
        rowAt={(index) => {
          const item = itemAt(index);
          if (item === undefined) return <span />;
          return (
            <a class="item" href={hrefOf(item)} aria-current={isSelected(item) ? "true" : undefined}>
              {cells(item)}
            </a>
          );
        }}
        onView={(_first, last) => {
          if (last >= items.length) onEnd?.();
        }}
      />
    </div>
  );
}
