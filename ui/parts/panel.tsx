import type { ComponentChildren } from "preact";

export function Panel({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="panel" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
