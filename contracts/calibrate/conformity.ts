import type { Description } from "../judge/description.ts";
import { isObject, type JsonObject } from "../judge/json.ts";
import { Judge } from "../judge/judge.ts";
import type { Node, Tree } from "../judge/node.ts";

/** Returns whether bodies are as the sandbox has them, so that nothing need be said of them. */
export function conformityOf(description: Description): (schema: Node, bodies: readonly unknown[]) => boolean {
  const judge = new Judge(description);
  const { tree } = description;
  return (schema, bodies) =>
    bodies.every((body) => {
      if (!isObject(body) || lacksNull(tree, schema, body) || hasMore(tree, schema, body)) return false;
      const { nodes, beyond } = judge.body(schema, body);
      return beyond.length === 0 && nodes.every(({ differs }) => differs === undefined);
    });
}

/** Whether there is a member, however deep, that the sandbox does not show. */
function hasMore(tree: Tree, schema: Node, value: unknown): boolean {
  const items = tree.below(schema, "items");
  if (Array.isArray(value)) return items !== undefined && value.some((item) => hasMore(tree, items, item));
  const properties = new Map(tree.properties(schema).map(({ name, node }) => [name, node]));
  if (!isObject(value) || properties.size === 0) return false;
  return Object.entries(value).some(([name, member]) => {
    const node = properties.get(name);
    return node === undefined || hasMore(tree, node, member);
  });
}

/** Whether nothing is shown where the sandbox shows null. */
function lacksNull(tree: Tree, schema: Node, value: unknown): boolean {
  if (!isObject(value)) return false;
  return tree.properties(schema).some(({ name, node }) => {
    if (Object.hasOwn(value, name)) return lacksNull(tree, node, value[name]);
    return [tree.shallow(node).type].flat().includes("null");
  });
}

/** The schema of a response as it is described; only components may be referred to. */
export function referenceTo(path: readonly string[]): JsonObject {
  const pointer = [...path, "content", "application/json", "schema"];
  return { $ref: `#/${pointer.map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}` };
}

/** The same with the target's own text, where it has one that is always the same. */
export function withText(reference: JsonObject, bodies: readonly unknown[], usual: string): JsonObject {
  const texts = new Set(bodies.map((body) => (isObject(body) ? body.message : undefined)));
  const [text] = texts;
  if (texts.size !== 1 || typeof text !== "string" || text === usual) return reference;
  return { allOf: [reference, { type: "object", properties: { message: { type: "string", const: text } } }] };
}
