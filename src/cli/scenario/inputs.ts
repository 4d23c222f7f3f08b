import { Ajv2020 } from "ajv/dist/2020.js";
import { allowed } from "../nearest.ts";
import { Usage } from "../usage.ts";
import type { GivenInput } from "./choice.ts";
import type { InputSchema, ScenarioDocument, Workflow } from "./document.ts";

/**
 * What every scenario can use without declaring it: the key of the world's first company, which is sent by itself, and the
 * origins of a receiver that takes all webhooks and of one that is down.
 */
export const OFFERED_INPUTS = ["apiKey", "receiver", "nobody"] as const;
export type OfferedInputs = Readonly<Record<(typeof OFFERED_INPUTS)[number], string>>;

/** Throws `Usage` for an input that no scenario has, which must be a slip. */
export function refuseUnknownInputs(given: readonly GivenInput[], documents: readonly ScenarioDocument[]): void {
  const workflows = documents.flatMap((document) => document.workflows);
  const known = workflows.flatMap(({ inputs }) => Object.keys(inputs?.properties ?? {}));
  const unknown = given.find(({ name }) => !known.includes(name));
  if (unknown) throw new Usage(`--input ${unknown.name}: no scenario has this input; ${allowed(known)}`);
}

/**
 * Returns the inputs of a workflow as its schema wants them: a number is given as a text. Throws `Usage` where something is
 * missing or does not fit.
 */
export function inputsFor(
  given: readonly GivenInput[],
  { workflowId, inputs = {} }: Workflow,
): Readonly<Record<string, unknown>> {
  const own = given.filter(({ name }) => Object.hasOwn(inputs.properties ?? {}, name));
  const values: Record<string, unknown> = Object.fromEntries(own.map(({ name, value }) => [name, value]));
  const isFit = compileInputs(inputs);
  if (isFit(values)) return values;
  const [error] = isFit.errors ?? [];
  const name = error?.instancePath.split("/")[1] ?? error?.params.missingProperty;
  throw new Usage(`${workflowId}: --input ${name}=… ${error?.keyword === "required" ? "is needed" : error?.message}`);
}

/** One for all, for making it takes longer than all else here. */
let ajv: Ajv2020 | undefined;

/** Compiles the schema of a workflow's inputs. Throws what is wrong with it. */
export function compileInputs({ required = [], ...schema }: InputSchema) {
  ajv ??= new Ajv2020({ coerceTypes: true, useDefaults: true, strict: false, validateFormats: false, logger: false });
  const needed = required.filter((name) => !OFFERED_INPUTS.some((offered) => offered === name));
  return ajv.compile({ ...schema, type: "object", required: needed });
}
