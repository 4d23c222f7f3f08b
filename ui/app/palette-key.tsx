import { signal } from "@preact/signals";
import { Search } from "lucide";
import { Icon } from "../parts/icon.tsx";
import { text } from "../text/text.ts";

export const paletteIsOpen = signal(false);

const KEY = "Control+K";

/** The button of the header that opens the palette. */
export function PaletteKey() {
  const { open } = text.value.palette;
  return (
    <button
      type="button"
      class="icon"
      aria-label={open}
      aria-keyshortcuts={KEY}
      title={`${open} (Ctrl K)`}
      onClick={() => (paletteIsOpen.value = true)}
    >
      <Icon of={Search} />
    </button>
  );
}

/** Lets Ctrl+K and ⌘K open and close the palette from everywhere, fields included. */
export function listenToPaletteKey(): void {
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    paletteIsOpen.value = !paletteIsOpen.value;
  });
}
