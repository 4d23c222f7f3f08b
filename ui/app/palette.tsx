import { signal, useSignal } from "@preact/signals";
import { Search } from "lucide";
import { IconButton } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { text } from "../text/text.ts";
import { choicesFor } from "./choices.ts";

export const paletteIsOpen = signal(false);

export function PaletteKey() {
  const { open } = text.palette;
  const title = `${open} (Ctrl K)`;
  const show = () => (paletteIsOpen.value = true);
  return <IconButton of={Search} name={open} title={title} aria-keyshortcuts="Control+K" onClick={show} />;
}

/** Lets Ctrl+K and ⌘K open and close the palette from everywhere, fields included. */
export function listenToPaletteKey(): void {
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    paletteIsOpen.value = !paletteIsOpen.value;
  });
}

const LIST = "palette-list";
const MAX_CHOICES = 9;

/** One field for screens, actions, identifiers and times; the arrow keys choose, Enter does it. */
export function Palette() {
  const typed = useSignal("");
  const at = useSignal(0);
  const t = text.palette;
  const choices = choicesFor(typed.value).slice(0, MAX_CHOICES);
  const close = () => (paletteIsOpen.value = false);
  const choose = (index: number) => {
    const choice = choices[index];
    if (choice === undefined) return;
    close();
    choice.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowDown: 1, ArrowUp: choices.length - 1 }[event.key];
    if (event.key === "Enter") choose(at.value);
    else if (steps !== undefined && choices.length > 0) at.value = (at.value + steps) % choices.length;
    else return;
    event.preventDefault();
  };
  return (
    <Dialog class="palette" label={t.open} onEnd={close}>
      <input
        type="text"
        role="combobox"
        aria-label={t.open}
        aria-expanded="true"
        aria-controls={LIST}
        aria-activedescendant={choices.length === 0 ? undefined : `${LIST}-${at.value}`}
        placeholder={t.examples}
        autocomplete="off"
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <div id={LIST} role="listbox" aria-label={t.open}>
        {choices.map(({ name }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
          <div
            key={name}
            id={`${LIST}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at.value}
            onClick={() => choose(index)}
          >
            {name}
          </div>
        ))}
      </div>
      {choices.length === 0 && <p class="quiet">{t.none}</p>}
    </Dialog>
  );
}
