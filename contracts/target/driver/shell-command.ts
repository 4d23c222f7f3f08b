import { placeholder, written } from "./template.ts";

/** Quotes a value for a shell: what comes from a target must not become a command. */
export function shellQuoted(value: unknown): string {
  return `'${written(value).replaceAll("'", `'\\''`)}'`;
}

/** Returns the first placeholder of a command that stands within quotes, where those of Saldo protect nothing. */
export function unprotectedPlaceholder(command: string): string | undefined {
  return [...command.matchAll(placeholder)].find(({ index }) => !isPlain(command.slice(0, index)))?.[0];
}

/** Returns whether a text, as a shell reads it, ends outside of quotes, escapes, arithmetic and here-documents. */
function isPlain(before: string): boolean {
  const rest = before.replaceAll(closed, "");
  return !/['"`]|<<|\(\(|[\\$]$/.test(rest);
}

/** Comments, escaped characters and quoted texts, up to where a shell sees their end. */
const closed =
  /(?<=^|[\s;&|(])#.*\n|\\[\s\S]|(?<!\$)'[^']*'|"(?:[^"\\`$]|\\[\s\S]|\$(?![({])|\$\([^()'"`\\]*\)|\$\{[^{}'"`\\]*\}|`[^'"`\\]*`)*"|`(?:[^`\\]|\\[\s\S])*`/g;

/**
 * Returns what is wrong with an id of the target that is not safe in every command, also where a second shell reads it again, as with `ssh`
 * and `sh -c`: with such characters it could be a command, an option or a path.
 */
export function mistakeInId(name: string, id: string): string | undefined {
  if (/^[A-Za-z0-9_][A-Za-z0-9_.:@+=,-]*$/.test(id)) return undefined;
  return (
    `the target's ${name} is ${JSON.stringify(id.slice(0, 100))}, which no command gets: allowed are letters, digits and ` +
    `"_.:@+=,-", with a letter or a digit or "_" first`
  );
}
