import { isObject, type Json, type JsonObject } from "../../description/json.ts";
import type { OverlayChange } from "../verdict.ts";
import type { DescribedAnswer, DescribedOperation } from "./described-answer.ts";
import { bodyWithPayload, exampleWithPayload, exampleWithStatus, payloadOf } from "./payload-place.ts";
import { findRenaming, type Renaming, renamedExample, renamedSchema, withoutCollisions } from "./renamed-body.ts";
import type { SettledChange } from "./settled-change.ts";

/** One outcome's answer as it is to be. */
export interface ChangedAnswer {
  readonly origin: DescribedAnswer;
  readonly outcome: string;
  readonly status: string;
  readonly schema: JsonObject | null;
  /** Undefined where none is known. */
  readonly example: Json | undefined;
}

/** The answer as the description has it. */
export function unchangedAnswer(origin: DescribedAnswer, outcome: string): ChangedAnswer {
  const { status, schema, examples } = origin;
  const example = Object.hasOwn(examples, outcome) ? examples[outcome] : undefined;
  return { origin, outcome, status, schema, example: isObject(example) ? example.value : undefined };
}

/** The answer as it was seen; what cannot be said of it is told to `leave`. */
export function changedAnswer(
  document: JsonObject,
  { operationId }: DescribedOperation,
  answer: ChangedAnswer,
  change: SettledChange,
  leave: (change: OverlayChange, why: string) => void,
): ChangedAnswer {
  const { outcome } = answer;
  const status = String(change.status ?? answer.status);
  let { schema, example } = answer;
  if (schema === null) {
    const why = "the answer is described without a body";
    for (const [from, to] of change.fields) leave({ what: "field", operationId, outcome, from, to }, why);
    if (change.container) leave({ what: "envelope", operationId, outcome, container: change.container }, why);
    return { ...answer, status };
  }
  const described = schema;
  const renamings = renamingsOf(document, described, change, (from, to, why) =>
    leave({ what: "field", operationId, outcome, from, to }, why),
  );
  schema = renamedSchema(document, schema, renamings);
  example = example && renamedExample(example, renamings);
  if (change.container !== undefined) {
    example = example && exampleWithPayload(document, schema, example, change.container);
    schema = bodyWithPayload(document, schema, change.container);
  }
  example = example && exampleWithStatus(document, schema, example, Number(status));
  return { ...answer, status, schema, example };
}

function renamingsOf(
  document: JsonObject,
  schema: JsonObject,
  { fields, container }: SettledChange,
  leave: (from: string, to: string, why: string) => void,
): readonly Renaming[] {
  const { place } = payloadOf(document, schema);
  const found: { readonly from: string; readonly renaming: Renaming }[] = [];
  for (const [from, to] of fields) {
    const renaming = findRenaming(document, schema, from, to);
    if (typeof renaming === "string") leave(from, to, renaming);
    else if (container !== undefined && renaming.path.length <= place.length)
      leave(from, to, "the envelope is another one");
    else found.push({ from, renaming });
  }
  const { possible, colliding } = withoutCollisions(
    document,
    schema,
    found.map(({ renaming }) => renaming),
  );
  for (const { from, renaming } of found) {
    if (colliding.includes(renaming)) leave(from, renaming.to, "another property has this name");
  }
  return possible.filter(({ path, to }) => path.at(-1) !== to);
}
