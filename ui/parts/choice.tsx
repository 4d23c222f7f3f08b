import type { Signal } from "@preact/signals";
import type { JSX } from "preact";

type SelectProps<V extends string> = JSX.IntrinsicElements["select"] & {
  readonly value: V | undefined;
  /** What can be chosen, each with its name, from top to bottom. */
  readonly options: readonly (readonly [value: V, name: string])[];
  readonly onChoose: (value: V, field: HTMLSelectElement) => void;
};

export function Select<V extends string>({ options, onChoose, ...more }: SelectProps<V>) {
  return (
    <select
      {...more}
      onChange={({ currentTarget }) => {
        const chosen = options.find(([one]) => one === currentTarget.value);
        if (chosen !== undefined) onChoose(chosen[0], currentTarget);
      }}
    >
      {options.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface ChoiceProps<V extends string> extends Pick<SelectProps<V>, "options"> {
  readonly label: string;
  readonly chosen: Signal<V>;
}

/** The same beside others in a line, with what is chosen. */
export function Choice<V extends string>({ label, chosen, options }: ChoiceProps<V>) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the select is inside it.
    <label class="inline">
      {label}
      <Select value={chosen.value} options={options} onChoose={(value) => (chosen.value = value)} />
    </label>
  );
}

interface CheckProps {
  readonly name: string;
  readonly checked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
  readonly hint?: string | undefined;
}

export function Check({ name, checked, onCheck, hint }: CheckProps) {
  return (
    <label class="inline">
      <input
        type="checkbox"
        value={name}
        checked={checked}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      {name}
      {hint && <span class="quiet">{hint}</span>}
    </label>
  );
}
