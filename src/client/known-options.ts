import { closest } from "../spec/nearest.ts";

/**
 * Throws an `Error` for the first name that an options object must not have: a program in JavaScript, or a slip in a
 * spread object, would otherwise go unnoticed. `known`: the names that are suggested; `silent`: those that are allowed, too.
 */
export function refuseUnknownOptions(
  of: string,
  options: object,
  known: readonly string[],
  silent: readonly string[] = [],
): void {
  // A program in JavaScript can give anything.
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new Error(`${of} takes an object of options, such as { ${known[0]}: … }`);
  const unknown = Object.keys(options).find((name) => !known.includes(name) && !silent.includes(name));
  if (unknown !== undefined)
    throw new Error(`${of} has no option ${JSON.stringify(unknown)}; ${closest(unknown, known)}`);
}

/** Throws an `Error` for the first option whose value is of another type: `"string or object"`. Those that are not needed may be left out. */
export function refuseOtherTypes(
  options: object,
  types: Readonly<Record<string, string>>,
  needed: readonly string[] = [],
): void {
  for (const [name, type] of Object.entries(types)) {
    const value: unknown = Reflect.get(options, name);
    const is = value === null ? "null" : typeof value;
    const isThere = value !== undefined || needed.includes(name);
    if (isThere && !type.split(" or ").includes(is)) throw new Error(`${name} must be of the type ${type}, not ${is}`);
  }
}
