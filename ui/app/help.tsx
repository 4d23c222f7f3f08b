import { signal } from "@preact/signals";
import { Button } from "../parts/button.tsx";
import { Check } from "../parts/choice.tsx";
import { closeDialog, Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/fields.tsx";
import { SCREENS } from "../state/place.ts";
import { text } from "../text/text.ts";
import { keysTo } from "./navigation.tsx";
import { shortcuts } from "./shortcuts.ts";

export const helpIsOpen = signal(false);

export function Help() {
  const { help: t, screens, words } = text;
  const rows = [...Object.entries(t.keys), ...SCREENS.map((screen) => [keysTo(screen), screens[screen]] as const)];
  return (
    <Dialog label={t.title} onEnd={() => (helpIsOpen.value = false)}>
      <h1>{t.title}</h1>
      <dl class="fields">
        {rows.map(([keys, meaning]) => (
          <Field
            key={keys}
            name={keys.split(" / ").map((key) => <kbd key={key}>{key === "Space" ? words.space : key}</kbd>)}
          >
            {meaning}
          </Field>
        ))}
      </dl>
      <Check
        name={t.single}
        checked={shortcuts.value === "on"}
        onCheck={(isOn) => (shortcuts.value = isOn ? "on" : "off")}
      />
      <p class="dialog-end">
        <Button name={t.close} class="primary" onClick={closeDialog} />
      </p>
    </Dialog>
  );
}
