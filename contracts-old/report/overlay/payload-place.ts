import { isObject, type Json, type JsonObject, type Place, valueAt } from "../../description/json.ts";
import { plainSchema, propertiesOf, resolved } from "./plain-schema.ts";

/** The part of a body that is about the outcome, as opposed to the envelope around it. */
export interface Payload {
  readonly place: Place;
  readonly schema: JsonObject;
}

/** What a node bears that an observation has made so. */
export const seenMark = "Seen in a contract run.";

/** The payload of a body: in the property that shows the whole outcome or its list; a body without one is bare. */
export function payloadOf(document: JsonObject, schema: JsonObject, place: Place = []): Payload {
  const plain = plainSchema(document, schema);
  const properties = Object.entries(propertiesOf(plain));
  const inside = properties.find(([name, property]) => {
    const { "x-value": source } = resolved(document, property);
    if (source === "$") return true;
    const others = properties.filter(([other]) => other !== name);
    const isList = isObject(plainSchema(document, property).items) && source !== undefined;
    return isList && others.every(([, other]) => isEnvelope(resolved(document, other)));
  });
  return inside === undefined ? { place, schema: plain } : payloadOf(document, inside[1], [...place, inside[0]]);
}

/** Status and message say nothing of an outcome that its payload would not say; a constant says nothing at all. */
function isEnvelope(property: JsonObject): boolean {
  return "const" in property || property["x-value"] === "$status" || property["x-value"] === "$message";
}

/** The body that has its payload in these containers and nothing around it. */
export function bodyWithPayload(document: JsonObject, schema: JsonObject, container: Place): JsonObject {
  const payload = payloadOf(document, schema);
  if (isAlone(document, schema, payload.place) && payload.place.join("\n") === container.join("\n")) return schema;
  const { "x-assumed": _, ...bare } = payload.schema;
  const isList = isObject(bare.items);
  const { "x-value": source, ...fields } = bare;
  if (container.length === 0) return isList && source !== undefined ? { ...fields, "x-value": source } : fields;
  const inner: JsonObject = { ...fields, "x-value": source ?? "$", "x-assumed": seenMark };
  return container.toReversed().reduce<JsonObject>((content, name, depth) => {
    const isRoot = depth === container.length - 1;
    const object = { type: "object", required: [name], properties: ownProperty(name, content) };
    return isRoot ? object : { ...object, "x-value": "$", "x-assumed": seenMark };
  }, inner);
}

/** Whether nothing stands beside the containers of a place. */
function isAlone(document: JsonObject, schema: JsonObject, [name, ...rest]: Place): boolean {
  if (name === undefined) return true;
  const properties = propertiesOf(plainSchema(document, schema));
  return Object.keys(properties).length === 1 && isAlone(document, properties[name] ?? {}, rest);
}

/** The same for an example of the body. */
export function exampleWithPayload(document: JsonObject, schema: JsonObject, example: Json, container: Place): Json {
  const payload = valueAt(example, payloadOf(document, schema).place);
  return container
    .toReversed()
    .reduce<Json>((content, name) => ownProperty(name, content), isJson(payload) ? payload : null);
}

/** An example whose status, where it tells one, is this. */
export function exampleWithStatus(document: JsonObject, schema: JsonObject, example: Json, status: number): Json {
  if (!isObject(example)) return example;
  const properties = propertiesOf(plainSchema(document, schema));
  const members = Object.entries(example).map(([name, value]): [string, Json] => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) return [name, value];
    if (resolved(document, property)["x-value"] === "$status") return [name, status];
    return [name, exampleWithStatus(document, property, value, status)];
  });
  return Object.fromEntries(members);
}

function ownProperty(name: string, value: Json): JsonObject {
  return Object.fromEntries([[name, value]]);
}

/** What comes out of an example has come from a document. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}
