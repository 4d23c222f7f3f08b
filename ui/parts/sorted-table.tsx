import type { ComponentChildren } from "preact";
import { type Column, ColumnHead, inOrder } from "./order.tsx";

interface Props<T> {
  readonly items: readonly T[];
  readonly columns: readonly Column<T>[];
  /** A `tr`, with a cell of actions after those of the columns. */
  readonly rowOf: (item: T) => ComponentChildren;
  readonly class?: string;
}

/** A table of few items, in the order in which they are given or in that of a column. */
export function SortedTable<T>({ items, columns, rowOf, class: name }: Props<T>) {
  return (
    <div class="table-box">
      <table class={name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHead key={column.id} of={column} part="sort" as="th" />
            ))}
            <td />
          </tr>
        </thead>
        <tbody>{inOrder(items, columns, "sort").map(rowOf)}</tbody>
      </table>
    </div>
  );
}
