/**
 * A list of a view that is made of things that never change. Its JSON text is kept for as long as `source`, so the owner
 * of `source` makes a new list for every change.
 */
export class KeptList<T, V> {
  readonly source: readonly T[];
  readonly viewOf: (item: T) => V;

  constructor(source: readonly T[], viewOf: (item: T) => V) {
    this.source = source;
    this.viewOf = viewOf;
  }

  /** The list as any other view would have it. */
  toJSON(): V[] {
    return this.source.map((item) => this.viewOf(item));
  }
}

/** A part of a body that is already written. */
class KeptText {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }

  toJSON(): unknown {
    return JSON.parse(this.json);
  }
}

/** Returns what builds a list, with the texts of kept lists in place of them. */
export function keepingText<R>(build: (list: unknown, root: R) => unknown): (list: unknown, root: R) => unknown {
  const texts = new WeakMap<object, KeptText>();
  return (list, root) => {
    if (!(list instanceof KeptList) || list.source.length === 0) return build(plainList(list), root);
    const known = texts.get(list.source);
    if (known !== undefined) return known;
    const text = new KeptText(JSON.stringify(build(list.toJSON(), root)));
    texts.set(list.source, text);
    return text;
  };
}

export function plainList(list: unknown): unknown {
  return list instanceof KeptList ? list.toJSON() : list;
}

/** Returns the JSON text of a body, with the parts in its objects that are already written. */
export function jsonWithKeptText(body: unknown): string | undefined {
  if (body instanceof KeptText) return body.json;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return JSON.stringify(body);
  const members = Object.entries(body).filter(([, value]) => value !== undefined);
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${jsonWithKeptText(value)}`).join(",")}}`;
}
