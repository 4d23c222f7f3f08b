import { type DescribedResponse, type Description, sourceOf } from "../judge/description.ts";
import type { Node } from "../judge/node.ts";
import { describedPayload } from "../judge/payload.ts";

/** A field that the sandbox can show in a response or a notification. */
export interface ProfileField {
  readonly name: string;
  /** As JSON Schema calls it; `instant` for texts that are dates. */
  readonly kinds: readonly string[];
  /** The values it may have, where they are listed. */
  readonly values: readonly unknown[];
  /** What the items of a list have; empty where they are plain values. */
  readonly items?: readonly ProfileField[];
}

/** Returns what the sandbox shows of an outcome: the payload's fields, and of a list its items'. */
export function fieldsOfResponse(description: Description, { schema }: DescribedResponse): readonly ProfileField[] {
  if (schema === undefined) return [];
  const { tree } = description;
  const { place, schema: payload } = describedPayload(tree, schema);
  const items = tree.below(payload, "items");
  if (items === undefined) return fieldsBelow(description, payload);
  const name = sourceOf(payload.value, place.at(-1) ?? "");
  return [{ name, kinds: ["array"], values: [], items: fieldsBelow(description, items) }];
}

export function fieldsOfEvent(description: Description, event: string): readonly ProfileField[] {
  const schema = description.notification(event);
  return schema === undefined ? [] : fieldsBelow(description, schema);
}

function fieldsBelow(description: Description, schema: Node): readonly ProfileField[] {
  const { tree } = description;
  return tree.properties(schema).flatMap(({ name, node }): ProfileField[] => {
    const said = tree.parts(node).map(({ value }) => value["x-value"]);
    const source = said.find((one) => typeof one === "string") ?? name;
    // A container that shows the whole is none of its fields.
    if (source === "$") return [...fieldsBelow(description, node)];
    if (typeof source !== "string" || source.startsWith("$")) return [];
    const { type, enum: values, format, const: constant } = tree.shallow(node);
    const items = tree.below(node, "items");
    const kinds = [type].flat().map((kind) => (format === "date-time" && kind === "string" ? "instant" : String(kind)));
    const listed = Array.isArray(values) ? values : constant === undefined ? [] : [constant];
    return [
      { name: source, kinds, values: listed, ...(items !== undefined && { items: fieldsBelow(description, items) }) },
    ];
  });
}
