import { clauses } from "./clauses/catalogue.ts";

/**
 * The files, without their extensions, that have the contracts of these clauses: of documented ones a file bears the name
 * of their area, and those of assumptions begin with `assumed-`. The others need not be loaded.
 */
export function areaFilesOf(selected: readonly string[]): readonly string[] {
  const chosen = clauses.filter(({ id }) => selected.includes(id));
  const names = chosen.map(({ id, kind }) => (kind === "assumption" ? "assumed-*" : id.replace(/\..*/, "")));
  return [...new Set(names)].map((name) => `areas/${name}.contract`);
}
