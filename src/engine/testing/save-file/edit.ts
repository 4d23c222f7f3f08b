/** Sets what stands at a JSON path such as `$.world.charges[0].total`, in place; undefined takes it away. */
export function edit(document: object, path: string, value: unknown): void {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== "" && key !== "$");
  const last = keys.pop() ?? "";
  const container = keys.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), document);
  if (typeof container !== "object" || container === null) throw new Error(`there is nothing at ${path}`);
  if (value === undefined && !Reflect.deleteProperty(container, last)) throw new Error(`${path} stays`);
  if (value !== undefined) Reflect.set(container, last, value);
}

/** What stands at a JSON path. */
export function valueAt(document: object, path: string): unknown {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== "" && key !== "$");
  return keys.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), document);
}
