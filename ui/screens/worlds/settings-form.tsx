import type { AllSettings } from "../../../src/spec/generated/control-api.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Select } from "../../parts/choice.tsx";
import { Wrong } from "../../parts/money-input.tsx";
import { kept } from "../../parts/typed-into.ts";
import { onSandbox } from "../../state/action.ts";
import { useRead } from "../../state/resource.ts";
import { subject } from "../../state/session.ts";
import { text, wordFor } from "../../text/text.ts";
import { joined, SETTING_FIELDS, SETTING_GROUPS, type SettingField } from "./setting-fields.ts";

const t = text.worlds;

const drafts = kept<Readonly<Record<string, string>>>({});

/** The settings of the world, in words. Only what was changed is sent, so the copied line is short. */
export function SettingsForm({ settings }: { readonly settings: AllSettings }) {
  const typed = drafts(subject.value);
  const sent = typed.value;
  const given = SETTING_FIELDS.flatMap((field) => {
    const value = sent[field.name];
    return value === undefined || value === field.shown(settings) ? [] : [field.change(value)];
  });
  const changes = given.filter((change) => change !== null);
  const defaults = useRead(({ control }) => control.GET("/about"), { isFixed: true }).value?.settings;
  const isUsable = changes.length > 0 && changes.length === given.length;
  return (
    <form class="form">
      {SETTING_GROUPS.map(({ about, fields }) => (
        <fieldset key={about}>
          <legend>{text.screens[about]}</legend>
          {fields.map((field) => (
            <Setting
              key={field.name}
              {...field}
              now={field.shown(settings)}
              byDefault={defaults && field.shown(defaults)}
              typed={typed}
            />
          ))}
        </fieldset>
      ))}
      <ActionButton
        name={t.save}
        kind="primary"
        action={isUsable ? onSandbox("PATCH", "/settings", { body: joined(changes) }) : null}
        onDone={() => {
          // What was typed while the answer was under way was not sent, and stays.
          const later = Object.entries(typed.peek()).filter(([name, value]) => value !== sent[name]);
          typed.value = Object.fromEntries(later);
        }}
      />
    </form>
  );
}

interface SettingProps extends SettingField {
  readonly now: string;
  /** Undefined until it is read. */
  readonly byDefault: string | undefined;
  readonly typed: ReturnType<typeof drafts>;
}

function Setting({ name, choices, example = "", change, now, byDefault, typed }: SettingProps) {
  const value = typed.value[name] ?? now;
  const type = (text: string) => (typed.value = { ...typed.peek(), [name]: text });
  const isChanged = value !== now;
  const isWrong = isChanged && change(value) === null;
  const id = `setting-${name}`;
  const hint = `${id}-hint`;
  return (
    <div class={isChanged ? "line setting changed" : "line setting"}>
      <label for={id}>
        {t.settingNames[name]}
        {byDefault !== undefined && byDefault !== now && (
          <span class="quiet"> {t.byDefault(wordFor(t.choices, byDefault))}</span>
        )}
      </label>
      {choices === undefined ? (
        <input
          id={id}
          size={14}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? hint : undefined}
          value={value}
          onInput={(event) => type(event.currentTarget.value)}
        />
      ) : (
        <Select id={id} value={value} options={choices.map((one) => [one, t.choices[one]])} onChoose={type} />
      )}
      {isWrong && <Wrong id={hint} example={example} />}
    </div>
  );
}
