import type { IconNode } from "lucide";
import { h, type JSX } from "preact";
import { shortcuts } from "../app/shortcuts.ts";
import { text } from "../text/text.ts";

export type ButtonProps = JSX.IntrinsicElements["button"] & {
  readonly name: string;
  /** The key that does the same, shown to the reader. */
  readonly shortcut?: string | undefined;
};

/** A button with a word. What is not possible any more keeps the focus, which the browser would take from it. */
export function Button({ name, shortcut, disabled, onClick, ...more }: ButtonProps) {
  return (
    <button
      type="button"
      aria-keyshortcuts={shortcut}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      {...more}
    >
      {name}
      {shortcut !== undefined && shortcuts.value === "on" && (
        <span class="key" aria-hidden="true">
          {shortcut === " " ? text.words.space : shortcut}
        </span>
      )}
    </button>
  );
}

/** A picture beside a word, or in a button whose name says the same. */
export function Icon({ of }: { readonly of: IconNode }) {
  return (
    <svg class="picture" viewBox="0 0 24 24" aria-hidden="true">
      {of.map(([tag, attributes]) => h(tag, { key: JSON.stringify(attributes), ...attributes }))}
    </svg>
  );
}

/** A button that is a picture, and says its name to those who rest the pointer on it or cannot see it. */
export function IconButton({ of, name, ...more }: ButtonProps & { readonly of: IconNode }) {
  return (
    <button type="button" class="icon" aria-label={name} title={name} {...more}>
      <Icon of={of} />
    </button>
  );
}
