import type { ComponentChildren } from "preact";

interface Props {
  /** Filters and what creates something new. */
  readonly tools: ComponentChildren;
  readonly list: ComponentChildren;
  /** What is selected; null if nothing is. */
  readonly detail: ComponentChildren;
}

/** A list beside its selection, as on most screens; one below the other on a narrow one. */
export function ListDetail({ tools, list, detail }: Props) {
  return (
    <div class={detail === null ? "list-detail" : "list-detail has-detail"}>
      <div class="tools">{tools}</div>
      <div class="panel list">{list}</div>
      {detail !== null && <div class="panel detail">{detail}</div>}
    </div>
  );
}
