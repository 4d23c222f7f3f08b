import type { JSX } from "preact";
import { shortcuts } from "../app/shortcuts.ts";
import { text } from "../text/text.ts";

type Props = JSX.IntrinsicElements["button"] & {
  readonly name: string;
  /** The key that does the same, shown to the reader. */
  readonly shortcut?: string | undefined;
};

/**
 * A button with a word, and the key for it, which is no part of its name: aria-keyshortcuts tells it. What is not possible
 * any more keeps the focus, which the browser would take from it.
 */
export function Button({ name, shortcut, disabled, onClick, ...more }: Props) {
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
