/** An object of a document, of which nothing is known before it is read. */
export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a member that is an object; an empty one otherwise. */
export function objectIn(value: Json, name: string): Json {
  const member = value[name];
  return isJson(member) ? member : {};
}

/** Returns a member that is a list; an empty one otherwise. */
export function listIn(value: Json, name: string): readonly unknown[] {
  const member = value[name];
  return Array.isArray(member) ? member : [];
}

/** Returns a member that is a text; an empty one otherwise. */
export function textIn(value: Json, name: string): string {
  const member = value[name];
  return typeof member === "string" ? member : "";
}
