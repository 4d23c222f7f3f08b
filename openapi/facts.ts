import { isObject, type Json, type JsonObject } from "../scripts/assumptions.ts";

/** Something that a document says and that the platform's document either shows or leaves open (see the head of interface.yaml). */
export interface Fact {
  /** Such as `initiateWithdrawal`, `initiateWithdrawal 409`, `initiateWithdrawal 409 data.withdrawId`. */
  readonly name: string;
  readonly isAssumed: boolean;
}

export interface OperationNode {
  /** The operationId, or the event of a notification. */
  readonly name: string;
  readonly node: JsonObject;
  readonly parameters: readonly JsonObject[];
  readonly isNotification: boolean;
}

/** The operations below `paths` and `webhooks` of a dereferenced document. */
export function operationNodes(document: JsonObject): OperationNode[] {
  return ["paths", "webhooks"].flatMap((section) =>
    members(document[section]).flatMap(([key, item]) =>
      members(item)
        .filter(([, node]) => isObject(node.responses))
        .map(([, node]) => ({
          name: section === "paths" ? `${node.operationId}` : key,
          node,
          parameters: [...list(item.parameters), ...list(node.parameters)],
          isNotification: section === "webhooks",
        })),
    ),
  );
}

/** Every fact of a dereferenced document, except the behaviours, which are assumed by being there. */
export function factsOf(document: JsonObject): Fact[] {
  return operationNodes(document).flatMap(({ name, node, parameters, isNotification }) => [
    fact(name, node),
    ...parameters.map((parameter) => fact(`${name} ${parameter.name}`, parameter)),
    ...contentsOf(node.requestBody).flatMap(({ schema }) =>
      properties(schema, isNotification ? name : `${name} request`),
    ),
    ...members(node.responses).flatMap(([status, response]) => [
      fact(`${name} ${status}`, response),
      ...contentsOf(response).flatMap(({ schema }) => properties(schema, `${name} ${status}`)),
    ]),
  ]);
}

/** The media types of a request body or a response. */
export function contentsOf(holder: Json | undefined): JsonObject[] {
  return isObject(holder) ? members(holder.content).map(([, media]) => media) : [];
}

/** The members that are objects themselves. */
export function members(value: Json | undefined): [string, JsonObject][] {
  return isObject(value)
    ? Object.entries(value).filter((entry): entry is [string, JsonObject] => isObject(entry[1]))
    : [];
}

export function list(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function properties(schema: Json | undefined, owner: string, parent = ""): Fact[] {
  if (!isObject(schema)) return [];
  const own = members(schema.properties).flatMap(([key, property]) => {
    const path = parent === "" ? key : `${parent}.${key}`;
    return [fact(`${owner} ${path}`, property), ...properties(property, owner, path)];
  });
  const branches = list(schema.allOf).flatMap((branch) => properties(branch, owner, parent));
  return [...own, ...branches, ...properties(schema.items, owner, `${parent}[]`)];
}

function fact(name: string, node: JsonObject): Fact {
  return { name, isAssumed: "x-assumed" in node };
}
