import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { reasonOf } from "../start-refused.ts";
import { Usage } from "../usage.ts";
import type { GivenInput } from "./choice.ts";
import { inputsOf, type ScenarioDocument, type Workflow } from "./document.ts";
import { allowed } from "./problem.ts";

/** What every scenario can use without declaring it. */
export interface OfferedInputs {
  /** The key of the world's first company; it is sent by itself. */
  readonly apiKey: string;
  /** The origin of a receiver of webhooks that takes all of them. */
  readonly receiver: string;
  /** The origin of a receiver that is down. */
  readonly nobody: string;
}

export const offeredInputs: readonly (keyof OfferedInputs)[] = ["apiKey", "receiver", "nobody"];

/** @throws Usage for one that no scenario has, which must be a slip. */
export function refuseUnknownInputs(given: readonly GivenInput[], documents: readonly ScenarioDocument[]): void {
  const known = documents.flatMap((document) =>
    document.workflows.flatMap((workflow) => Object.keys(inputsOf(workflow, document).properties ?? {})),
  );
  const unknown = given.find(({ name }) => !known.includes(name));
  if (unknown) throw new Usage(`--input ${unknown.name}: no scenario has this input; ${allowed([...new Set(known)])}`);
}

/**
 * What was given for this scenario, as its schema wants it: a number is given as a text. Those of workflows that it begins
 * with are its own.
 * @throws Usage where something is missing or does not fit.
 */
export function inputsFor(
  given: readonly GivenInput[],
  workflows: readonly Workflow[],
  document: ScenarioDocument,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const workflow of workflows) Object.assign(values, fitting(given, workflow, document));
  return values;
}

function fitting(given: readonly GivenInput[], workflow: Workflow, document: ScenarioDocument) {
  const { properties = {}, required = [] } = inputsOf(workflow, document);
  const own = given.filter(({ name }) => Object.hasOwn(properties, name));
  const values: Record<string, unknown> = Object.fromEntries(own.map(({ name, value }) => [name, value]));
  const needed = required.filter((name) => !offeredInputs.some((offered) => offered === name));
  const isFit = compiled({ type: "object", properties, required: needed, components: document.components });
  if (isFit(values)) return values;
  const [error] = isFit.errors ?? [];
  const name = error?.instancePath.split("/")[1] ?? error?.params.missingProperty;
  throw new Usage(`${workflow.workflowId}: --input ${name}=… ${missing(error?.keyword) ?? error?.message}`);
}

/** What is wrong with the schema of a workflow's inputs; null if they can be held against it. */
export function flawOfSchema(inputs: object, { components }: ScenarioDocument): string | null {
  try {
    compiled({ ...inputs, components });
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** One for all, for making it takes longer than all else here. */
let ajv: Ajv2020 | undefined;

function compiled(schema: object): ValidateFunction {
  ajv ??= new Ajv2020({ coerceTypes: true, useDefaults: true, strict: false, validateFormats: false, logger: false });
  return ajv.compile(schema);
}

function missing(keyword: string | undefined): string | null {
  return keyword === "required" ? "is needed" : null;
}
