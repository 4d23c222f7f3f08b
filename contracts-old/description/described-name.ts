import { type Description, type Operation, sourceOf } from "./description.ts";
import { describedPayload } from "./payload.ts";

/** What the payload of an answer calls a field of the sandbox; undefined where it is not described to show it. */
export function describedName(
  description: Description,
  operation: Operation,
  outcome: string,
  field: string,
): string | undefined {
  const { tree } = description;
  const { schema } = description.response(operation, outcome);
  const properties = schema === undefined ? [] : tree.properties(describedPayload(tree, schema).schema);
  return properties.find(({ node, name }) => sourceOf(node.value, name) === field)?.name;
}
