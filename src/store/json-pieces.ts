/** A value of at most this many parts is written as one piece. */
const MAX_PARTS = 1_000;

/**
 * The text that `JSON.stringify` makes of a value, in pieces of some kilobytes: of a large value a single text takes a
 * lot of memory, and a lot of time at once. `indent` as `JSON.stringify` takes it.
 */
export function* jsonPieces(
  value: unknown,
  indent: "" | "  " = "",
  maxParts = MAX_PARTS,
  margin = "",
): Generator<string, void> {
  if (typeof value !== "object" || value === null || !hasMoreParts(value, maxParts)) {
    yield textOf(value, indent, margin);
    return;
  }
  const inner = indent === "" ? "" : `\n${margin}${indent}`;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  let count = 0;
  for (const [name, part] of partsToWrite(value)) {
    const separator = `${count === 0 ? open : ","}${inner}`;
    yield name === null ? separator : `${separator}${JSON.stringify(name)}:${indent === "" ? "" : " "}`;
    yield* jsonPieces(part, indent, maxParts, margin + indent);
    count += 1;
  }
  // Of an object, all members may be left out.
  if (count === 0) yield `${open}${close}`;
  else yield `${indent === "" ? "" : `\n${margin}`}${close}`;
}

/**
 * The same text in chunks of about `characters`, as each write and each update of a hash has its price. An indented text
 * ends with a line break, as files do.
 */
export function* jsonChunks(value: unknown, characters: number, indent: "" | "  " = ""): Generator<string, void> {
  let text = "";
  for (const piece of jsonPieces(value, indent)) {
    text += piece;
    if (text.length < characters) continue;
    yield text;
    text = "";
  }
  yield indent === "" ? text : `${text}\n`;
}

/** The members of an object with their names, or the items of a list; what JSON cannot say is left out, or null. */
function* partsToWrite(value: object): Iterable<readonly [name: string | null, part: unknown]> {
  if (Array.isArray(value)) for (const item of value) yield [null, item ?? null];
  else for (const [name, member] of Object.entries(value)) if (member !== undefined) yield [name, member];
}

function textOf(value: unknown, indent: string, margin: string): string {
  const text = JSON.stringify(value, null, indent);
  return margin === "" ? text : text.replaceAll("\n", `\n${margin}`);
}

/** Whether there are more members and items in a value than the limit, counted hardly further than that. */
function hasMoreParts(value: object, limit: number): boolean {
  const pending: object[] = [value];
  let parts = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const inner: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    parts += inner.length;
    if (parts > limit) return true;
    for (const part of inner) if (typeof part === "object" && part !== null) pending.push(part);
  }
  return false;
}
