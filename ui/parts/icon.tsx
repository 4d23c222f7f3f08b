import type { IconNode } from "lucide";
import { h, type JSX } from "preact";

/** A picture beside a word, or in a button whose name says the same. */
export function Icon({ of }: { readonly of: IconNode }) {
  return (
    <svg class="picture" viewBox="0 0 24 24" aria-hidden="true">
      {of.map(([tag, attributes]) => h(tag, { key: JSON.stringify(attributes), ...attributes }))}
    </svg>
  );
}

type Props = JSX.IntrinsicElements["button"] & { readonly of: IconNode; readonly name: string };

/** A button that is a picture, and says its name to those who rest the pointer on it or cannot see it. */
export function IconButton({ of, name, ...more }: Props) {
  return (
    <button type="button" class="icon" aria-label={name} title={name} {...more}>
      <Icon of={of} />
    </button>
  );
}
