import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { text } from "../text/text.ts";
import { shortcutsOn, switchShortcuts } from "./shortcuts.ts";

export const helpIsOpen = signal(false);

/** What the keys do, and the switch that turns single keys off. */
export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  const t = text.value.help;
  useEffect(() => {
    if (helpIsOpen.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [helpIsOpen.value]);
  return (
    <dialog
      ref={dialog}
      aria-label={t.title}
      onClose={() => {
        helpIsOpen.value = false;
      }}
    >
      <h1>{t.title}</h1>
      <dl class="keys">
        {Object.entries(t.keys).map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              {keys.split(" / ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label class="inline">
        <input
          type="checkbox"
          checked={shortcutsOn.value}
          onChange={(event) => switchShortcuts(event.currentTarget.checked)}
        />
        {t.single}
      </label>
      <p class="dialog-end">
        <button type="button" class="primary" onClick={() => dialog.current?.close()}>
          {t.close}
        </button>
      </p>
    </dialog>
  );
}
