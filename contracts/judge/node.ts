import { isObject, type Json, type JsonObject, valueAt } from "./json.ts";

/** A place in the description: its path from the root, and what stands there. */
export interface Node {
  readonly path: readonly string[];
  readonly value: JsonObject;
}

/** What a schema says of one property. */
export interface Property {
  readonly name: string;
  /** The node of the property itself, where its mark is. */
  readonly node: Node;
  readonly required: boolean;
  readonly assumed: boolean;
}

/** The description of the interface as one tree whose references are followed; it remembers where each node stands. */
export class Tree {
  readonly root: Node;
  /** By schema: each body of an operation is judged by the same ones. */
  readonly #properties = new WeakMap<JsonObject, readonly Property[]>();

  constructor(root: JsonObject) {
    this.root = { path: [], value: root };
  }

  /** The object below a node at these names, its references followed; undefined where there is none. */
  below(node: Node | undefined, ...names: readonly string[]): Node | undefined {
    let found = node && this.#followed(node);
    for (const name of names) {
      const child: Json | undefined = found && Object.hasOwn(found.value, name) ? found.value[name] : undefined;
      if (found === undefined || !isObjectOrList(child)) return undefined;
      found = this.#followed({ path: [...found.path, name], value: child });
    }
    return found;
  }

  /** The objects directly below a node, by name; references are not yet followed. */
  children(node: Node | undefined): readonly (Node & { readonly name: string })[] {
    if (node === undefined) return [];
    return Object.entries(node.value).flatMap(([name, value]) =>
      isObject(value) ? [{ name, value, path: [...node.path, name] }] : [],
    );
  }

  /** A schema's own parts: itself, and what `allOf` adds to it. */
  parts(schema: Node): readonly Node[] {
    const own = this.#followed(schema);
    const added = this.children(this.below(own, "allOf")).flatMap((part) => this.parts(part));
    return [own, ...added];
  }

  properties(schema: Node): readonly Property[] {
    const known = this.#properties.get(schema.value) ?? this.#propertiesOf(this.parts(schema));
    this.#properties.set(schema.value, known);
    return known;
  }

  #propertiesOf(parts: readonly Node[]): readonly Property[] {
    const required = new Set(parts.flatMap(({ value }) => value.required ?? []));
    return parts.flatMap((part) =>
      this.children(this.below(part, "properties")).map(({ name, ...node }) => {
        return { name, node, required: required.has(name), assumed: "x-assumed" in node.value };
      }),
    );
  }

  /** What a schema says of a value itself, for a validator: without its properties and items, which are judged one by one. */
  shallow(schema: Node): JsonObject {
    const nested = ["allOf", "oneOf", "properties", "required", "items", "additionalProperties", "description"];
    const said = this.parts(schema).flatMap(({ value }) => Object.entries(value));
    return Object.fromEntries(said.filter(([name]) => !nested.includes(name) && !name.startsWith("x-")));
  }

  #followed(node: Node): Node {
    const reference = node.value.$ref;
    if (typeof reference !== "string" || !reference.startsWith("#/")) return node;
    const path = reference
      .slice(2)
      .split("/")
      .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
    const target = valueAt(this.root.value, path);
    if (!isObject(target)) throw new Error(`the description has nothing at ${reference}`);
    return this.#followed({ path, value: target });
  }
}

/** A list too can be walked through: its items are named by their numbers. */
export function isObjectOrList(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null;
}
