import type { IconNode } from "lucide";
import { h } from "preact";

/** A picture beside a word, or in a button whose name says the same. */
export function Icon({ of }: { readonly of: IconNode }) {
  return (
    <svg class="picture" viewBox="0 0 24 24" aria-hidden="true">
      {of.map(([tag, attributes]) => h(tag, { key: JSON.stringify(attributes), ...attributes }))}
    </svg>
  );
}
