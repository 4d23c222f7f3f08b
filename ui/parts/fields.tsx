import type { ComponentChildren } from "preact";

/** Names and values of a selection, one below the other. */
export function Fields({ children }: { readonly children: ComponentChildren }) {
  return <dl class="fields">{children}</dl>;
}

/** A value with its name; without a value it is not shown. */
export function Field({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  if (children === null || children === undefined || children === "") return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
