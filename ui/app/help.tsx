import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { SCREENS } from "../state/place.ts";
import { text } from "../text/text.ts";
import { keysTo } from "./screen-keys.ts";
import { shortcutsOn, switchShortcuts } from "./shortcuts.ts";

export const helpIsOpen = signal(false);

/** What the keys do, and the switch that turns single keys off. */
export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { help: t, screens, keys: names } = text.value;
  const rows = [...Object.entries(t.keys), ...SCREENS.map((screen) => [keysTo(screen), screens[screen]] as const)];
  useEffect(() => {
    if (helpIsOpen.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [helpIsOpen.value]);
  return (
    <dialog ref={dialog} aria-label={t.title} onClose={() => (helpIsOpen.value = false)}>
      <h1>{t.title}</h1>
      <dl class="keys">
        {rows.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              {keys.split(" / ").map((key) => (
                <kbd key={key}>{key === "Space" ? names.space : key}</kbd>
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
