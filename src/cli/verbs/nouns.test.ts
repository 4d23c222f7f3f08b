import { expect, test } from "vitest";
import type { Schema } from "../../spec/schema.ts";
import { documentedOperation } from "../../verbs/documented.ts";
import { columnsOf } from "../../verbs/table.ts";
import { NOUNS, VERBS } from "./nouns.ts";
import type { Verb } from "./verb.ts";

const verbs: readonly (readonly [name: string, verb: Verb])[] = [
  ...Object.entries(NOUNS).flatMap(([noun, [, ...of]]) => of.map((one) => [`${noun} ${one.usage}`, one] as const)),
  ...VERBS.map((one) => [one.usage, one] as const),
];

/** Returns every schema that a path can lead to. */
function schemasAt(schema: Schema, path: readonly string[]): readonly Schema[] {
  const { allOf = [], oneOf = [], anyOf = [], items, properties = {} } = schema;
  const inside = [...allOf, ...oneOf, ...anyOf, ...(items === undefined ? [] : [items])];
  const [name, ...rest] = path;
  if (name === undefined) return [schema];
  const own = name === "last" || name === "length" ? items : properties[name];
  return [...inside.flatMap((one) => schemasAt(one, path)), ...(own === undefined ? [] : schemasAt(own, rest))];
}

test.for(verbs)(
  "saldo %s shows what the document has, and gives what it needs",
  ([, { usage, operationId, shown }]) => {
    const { path, responses, inputs } = documentedOperation(operationId);
    const answer = responses.find(({ status }) => status !== null && status < 300)?.schema ?? {};
    const [columns = "", list] = shown.split(": ").toReversed();
    const isPlatform = !path.startsWith("/sandbox/");
    const before = isPlatform ? ["data"] : list === undefined ? [] : [list];
    const unknown = columnsOf(columns)
      .flatMap(({ paths }) => paths)
      .filter((one) => one !== "" && schemasAt(answer, [...before, ...one.split(".")]).length === 0);
    expect(unknown).toEqual([]);
    const parameters = inputs.filter(({ place }) => place === "path").map(({ name }) => name);
    for (const name of parameters) expect(usage).toContain(name);
  },
);
