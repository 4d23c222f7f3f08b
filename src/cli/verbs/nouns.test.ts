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

test("what the kinds of a body are is said with the input that chooses one", () => {
  const [kind] = documentedOperation("addFault").inputs.filter(({ name }) => name === "kind");
  expect(kind?.text?.split("\n").slice(0, 4)).toEqual([
    "What goes wrong.",
    "status: The call is rejected with a status; the operation does not happen.",
    expect.stringMatching(/^latency: The call waits/),
    "reset: The connection is reset (RST) before the operation happens.",
  ]);
  const [amount] = documentedOperation("createCharge").inputs.filter(({ name }) => name === "total");
  expect(amount?.text).not.toContain("\n");
});

test("an input that means something else in each kind of a body is told for each", () => {
  const [delay] = documentedOperation("addFault").inputs.filter(({ name }) => name === "delay");
  expect(delay?.text?.split("\n")).toEqual([
    expect.stringMatching(/^latency: .* real time/),
    expect.stringMatching(/^delay-delivery: .* world's time/),
    expect.stringMatching(/^reorder-deliveries: .* world's time/),
  ]);
  const [times] = documentedOperation("addFault").inputs.filter(({ name }) => name === "times");
  expect(times?.text).not.toContain("\n");
});
