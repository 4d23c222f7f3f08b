import { endOfNumber, endOfString } from "./json-scan.ts";

export interface JsonReading {
  readonly value: unknown;
  /** The first key that its object has twice, as it reads after escapes, and the offset of the second. */
  readonly duplicate: { readonly key: string; readonly at: number } | null;
}

type Container = unknown[] | Record<string, unknown>;

const LITERALS: ReadonlyMap<string | undefined, [length: number, value: unknown]> = new Map([
  ["t", [4, true]],
  ["f", [5, false]],
  ["n", [4, null]],
]);

/**
 * Reads a text known to be valid JSON key by key, without recursion: slower than JSON.parse, but it sees duplicate keys
 * and reads escaped keys right. V8 in Node 24 does not: after it has met `{"a":1,"\\":2}` it reads the key `"\n"` of
 * `{"a":1,"\n":2}` as a backslash (nodejs/node#63785), so that one request could change the keys of another.
 */
export function readJson(text: string): JsonReading {
  const root: unknown[] = [];
  const open: Container[] = [root];
  let duplicate: JsonReading["duplicate"] = null;
  let key: { text: string; at: number } | null = null;

  function add(value: unknown): void {
    const container = open.at(-1);
    if (Array.isArray(container)) container.push(value);
    else if (container && key) {
      if (Object.hasOwn(container, key.text)) duplicate ??= { key: key.text, at: key.at };
      // An assignment of `__proto__` would not make a property.
      Object.defineProperty(container, key.text, { value, writable: true, enumerable: true, configurable: true });
      key = null;
    }
  }

  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = endOfString(text, at);
      // A string by itself, unlike a key, is always read right.
      const read: string = JSON.parse(text.slice(at, end + 1));
      if (key === null && !Array.isArray(open.at(-1))) key = { text: read, at };
      else add(read);
      at = end;
    } else if (char === "{" || char === "[") {
      const container: Container = char === "{" ? {} : [];
      add(container);
      open.push(container);
    } else if (char === "}" || char === "]") {
      open.pop();
    } else if (LITERALS.has(char)) {
      const [length, value] = LITERALS.get(char) ?? [1, null];
      add(value);
      at += length - 1;
    } else if (/[-0-9]/.test(char)) {
      const end = endOfNumber(text, at);
      add(Number(text.slice(at, end)));
      at = end - 1;
    }
  }
  return { value: root[0], duplicate };
}
