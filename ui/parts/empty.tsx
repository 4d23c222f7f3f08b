import type { ComponentChildren } from "preact";

/** What a screen shows while it has nothing to show: why, and what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p>{title}</p>
      {children}
    </div>
  );
}
