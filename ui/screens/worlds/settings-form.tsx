import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Wrong } from "../../parts/money-input.tsx";
import { kept } from "../../parts/typed-into.ts";
import { onSandbox } from "../../state/action.ts";
import { useReadOnce } from "../../state/resource.ts";
import { subject } from "../../state/session.ts";
import { text, wordFor } from "../../text/text.ts";
import { joined, SETTING_FIELDS, SETTING_GROUPS, type SettingField, type Settings } from "./setting-fields.ts";

const drafts = kept<Readonly<Record<string, string>>>({});

/** The settings of the world, in words. Only what was changed is sent, so the copied line is short. */
export function SettingsForm({ settings }: { readonly settings: Settings }) {
  const t = text.value.worlds;
  const typed = drafts(subject.value);
  const sent = typed.value;
  const given = SETTING_FIELDS.flatMap((field) => {
    const value = sent[field.name];
    return value === undefined || value === field.shown(settings) ? [] : [field.change(value)];
  });
  const changes = given.filter((change) => change !== null);
  const defaults = useReadOnce(({ control }) => carriedOut(control.GET("/about"))).value.value?.settings;
  const isUsable = changes.length > 0 && changes.length === given.length;
  return (
    <div class="form">
      {SETTING_GROUPS.map(({ about, fields }) => (
        <fieldset key={about}>
          <legend>{text.value.screens[about]}</legend>
          {fields.map((field) => (
            <Setting
              key={field.name}
              field={field}
              now={field.shown(settings)}
              byDefault={defaults && field.shown(defaults)}
              typed={typed.value[field.name]}
              onInput={(value) => (typed.value = { ...typed.peek(), [field.name]: value })}
            />
          ))}
        </fieldset>
      ))}
      <p>
        <ActionButton
          kind="primary"
          action={isUsable ? onSandbox("PATCH", "/settings", { body: joined(changes) }) : null}
          onDone={() => {
            // What was typed while the answer was under way was not sent, and stays.
            const later = Object.entries(typed.peek()).filter(([name, value]) => value !== sent[name]);
            typed.value = Object.fromEntries(later);
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
  readonly now: string;
  /** Undefined until it is read. */
  readonly byDefault: string | undefined;
  /** What stands in the field, once it was changed. */
  readonly typed: string | undefined;
  readonly onInput: (value: string) => void;
}

function Setting({ field: { name, choices, example, change }, now, byDefault, typed, onInput }: SettingProps) {
  const { settingNames, choices: names, byDefault: told } = text.value.worlds;
  const value = typed ?? now;
  const isChanged = value !== now;
  const isWrong = isChanged && change(value) === null;
  const hint = `setting-${name}-hint`;
  return (
    <div class={isChanged ? "setting changed" : "setting"}>
      <label for={`setting-${name}`}>
        {settingNames[name]}
        {byDefault !== undefined && byDefault !== now && <span class="quiet"> {told(wordFor(names, byDefault))}</span>}
      </label>
      {choices === undefined ? (
        <input
          id={`setting-${name}`}
          size={14}
          value={value}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? hint : undefined}
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
      {isWrong && <Wrong id={hint} example={example ?? ""} />}
    </div>
  );
}
