interface Props<V extends string> {
  readonly label: string;
  readonly value: V;
  /** What can be chosen, each with its name, from top to bottom. */
  readonly options: readonly (readonly [value: V, name: string])[];
  readonly onChoose: (value: V) => void;
  /** Beside others in a line, or as a row of its own. */
  readonly kind?: "inline" | "setting";
  /** Whether it is the filter of a list, which the key `/` goes to. */
  readonly isFilter?: boolean;
}

/** A few values with names, one of which is chosen. */
export function Choice<V extends string>({ label, value, options, onChoose, kind = "inline", isFilter }: Props<V>) {
  return (
    <label class={kind}>
      {label}
      <select
        data-filter={isFilter}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options.find(([one]) => one === currentTarget.value);
          if (chosen !== undefined) onChoose(chosen[0]);
        }}
      >
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface CheckProps {
  readonly name: string;
  readonly checked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
  readonly hint?: string | undefined;
}

/** Something that is so or not. */
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
