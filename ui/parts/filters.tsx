import { place, refine } from "../state/place.ts";
import { text } from "../text/text.ts";
import { Select } from "./choice.tsx";

/** Keeps those of a list that have a text in a column, which the address names. */
export function SearchFilter({ label }: { readonly label: string }) {
  return (
    <input
      data-filter
      type="search"
      aria-label={label}
      placeholder={label}
      size={Math.max(12, label.length)}
      value={place.value.query.find ?? ""}
      onInput={(event) => refine({ find: event.currentTarget.value })}
    />
  );
}

interface StateProps {
  /** The part of the address's query that has the state, and the one whose selection is closed with another state. */
  readonly part: string;
  readonly closes: string;
  readonly words: Readonly<Record<string, string>>;
}

/** Keeps those of a list that are in a state, which the address names. */
export function StateFilter({ part, closes, words }: StateProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the select is inside it.
    <label class="inline">
      {text.words.state}
      <Select
        data-filter
        value={place.value.query[part] ?? ""}
        options={[["", text.words.all], ...Object.entries(words)]}
        onChoose={(state) => refine({ [part]: state, [closes]: undefined })}
      />
    </label>
  );
}

export function isNameIn<K extends string>(table: Readonly<Record<K, unknown>>, name: string | undefined): name is K {
  return name !== undefined && Object.hasOwn(table, name);
}
