import { shortcutsOn } from "../app/shortcuts.ts";
import { text } from "../text/text.ts";

/** The key that does the same as a button. The button's own name does not have it; aria-keyshortcuts tells it. */
export function Key({ name }: { readonly name: string }) {
  if (!shortcutsOn.value) return null;
  return (
    <span class="key" aria-hidden="true">
      {name === " " ? text.value.keys.space : name}
    </span>
  );
}
