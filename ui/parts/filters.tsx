import { place, refine } from "../state/place.ts";
import { text } from "../text/text.ts";
import { Choice } from "./choice.tsx";

/** Keeps those of a list that have a text, which the address names. */
export function SearchFilter({ label, part }: { readonly label: string; readonly part: string }) {
  return (
    <label class="inline">
      {label}
      <input
        data-filter
        type="search"
        value={place.value.query[part] ?? ""}
        onInput={(event) => refine({ [part]: event.currentTarget.value })}
      />
    </label>
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
    <Choice
      data-filter
      label={text.words.state}
      value={place.value.query[part] ?? ""}
      options={[["", text.words.all], ...Object.entries(words)]}
      onChoose={(state) => refine({ [part]: state, [closes]: undefined })}
    />
  );
}

/** Returns whether a name, as it stands in an address, is one of a table. */
export function isNameIn<K extends string>(table: Readonly<Record<K, unknown>>, name: string | undefined): name is K {
  return name !== undefined && Object.hasOwn(table, name);
}
