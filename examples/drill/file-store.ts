import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { emptyStore, type Store } from "./store.ts";

/** Returns a store in a file, with what it has already unless it is to be empty. */
export function fileStore(file: string, isEmpty = false): Store {
  const store = emptyStore(({ taken, paid, chargedBack, ...plain }) => {
    const text = JSON.stringify({ ...plain, taken: [...taken], paid: [...paid], chargedBack: [...chargedBack] });
    // A rename is whole or not at all, whenever the process dies.
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  });
  if (isEmpty) return store;
  const { taken, paid, chargedBack, ...plain } = JSON.parse(readFileSync(file, "utf8"));
  const sets = { taken: new Set(taken), paid: new Map(paid), chargedBack: new Map(chargedBack) };
  return Object.assign(store, plain, sets);
}
