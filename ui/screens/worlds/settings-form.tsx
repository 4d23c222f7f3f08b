import { useSignal } from "@preact/signals";
import { ActionButton } from "../../parts/action-button.tsx";
import { onSandbox } from "../../state/action.ts";
import { text } from "../../text/text.ts";
import { joined, SETTING_FIELDS, type SettingField, type Settings } from "./setting-fields.ts";

/** The settings of the world, in words. Only what was changed is sent, so the copied line is short. */
export function SettingsForm({ settings }: { readonly settings: Settings }) {
  const t = text.value.worlds;
  const typed = useSignal<Readonly<Record<string, string>>>({});
  const given = SETTING_FIELDS.flatMap((field) => {
    const value = typed.value[field.name];
    return value === undefined || value === field.shown(settings) ? [] : [field.change(value)];
  });
  const changes = given.filter((change) => change !== null);
  const isUsable = changes.length > 0 && changes.length === given.length;
  return (
    <div class="form">
      {SETTING_FIELDS.map((field) => (
        <Setting
          key={field.name}
          field={field}
          settings={settings}
          typed={typed.value[field.name]}
          onInput={(value) => {
            typed.value = { ...typed.peek(), [field.name]: value };
          }}
        />
      ))}
      <p>
        <ActionButton
          kind="primary"
          action={isUsable ? onSandbox("PATCH", "/settings", { body: joined(changes) }) : null}
          onDone={() => {
            typed.value = {};
          }}
        >
          {t.save}
        </ActionButton>
      </p>
    </div>
  );
}

interface SettingProps {
  readonly field: SettingField;
  readonly settings: Settings;
  /** What stands in the field, once it was changed. */
  readonly typed: string | undefined;
  readonly onInput: (value: string) => void;
}

function Setting({ field: { name, choices, shown, change }, settings, typed, onInput }: SettingProps) {
  const { settingNames, choices: names } = text.value.worlds;
  const now = shown(settings);
  const value = typed ?? now;
  const isChanged = value !== now;
  return (
    <div class={isChanged ? "setting changed" : "setting"}>
      <label for={`setting-${name}`}>{settingNames[name]}</label>
      {choices === undefined ? (
        <input
          id={`setting-${name}`}
          size={14}
          value={value}
          aria-invalid={isChanged && change(value) === null}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      ) : (
        <select id={`setting-${name}`} value={value} onChange={(event) => onInput(event.currentTarget.value)}>
          {choices.map((one) => (
            <option key={one} value={one}>
              {names[one]}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
