import type { ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ReportChoice } from "../src/cli/report-files.ts";
import type { TargetChoice } from "../src/cli/target-options.ts";
import { UserError } from "../src/cli/user-error.ts";
import { allowed } from "../src/spec/nearest.ts";
import type { Workflow } from "./document.ts";

/** What `saldo scenario run` can be told. */
export interface ScenarioChoice extends TargetChoice, ReportChoice {
  readonly input: readonly GivenInput[];
}

export interface GivenInput {
  readonly name: string;
  readonly value: string;
}

/**
 * What every scenario can use without declaring it: the key of the world's first company, and the origins of a receiver
 * that takes all webhooks and of one that is down.
 */
export const OFFERED_INPUTS = ["apiKey", "receiver", "nobody"] as const;

/** Throws `UserError` for an input that no scenario has. */
export function refuseUnknownInputs(given: readonly GivenInput[], workflows: readonly Workflow[]): void {
  const known = workflows.flatMap(({ inputs }) => Object.keys(inputs?.properties ?? {}));
  const unknown = given.find(({ name }) => !known.includes(name));
  if (unknown) throw new UserError(`--input ${unknown.name}: no scenario has this input; ${allowed(known)}`);
}

/** Returns the inputs of a workflow in the types of its schema. Throws `UserError` for one that is missing or does not fit. */
export function inputsFor(given: readonly GivenInput[], { workflowId, inputs = {} }: Workflow) {
  const own = given.filter(({ name }) => Object.hasOwn(inputs.properties ?? {}, name));
  const values: Record<string, unknown> = Object.fromEntries(own.map(({ name, value }) => [name, value]));
  const isFit = compileInputs(inputs);
  if (isFit(values)) return values;
  const [error] = isFit.errors ?? [];
  const name = error?.instancePath.split("/")[1] ?? error?.params.missingProperty;
  const problem = problemOf(error);
  throw new UserError(`${workflowId}: --input ${name}=… ${problem}`);
}

function problemOf(error: ErrorObject | undefined): string {
  if (error?.keyword === "required") return "is missing";
  // A scenario's own pattern is no sentence.
  if (error?.keyword === "pattern") return "must be in the form that the scenario describes";
  return error?.message ?? "does not fit";
}

/** Made at first use and once, because making it takes longer than all else here. */
let ajv: Ajv2020 | undefined;

/** Compiles the schema of a workflow's inputs. Throws what is wrong with it. */
export function compileInputs({ required = [], ...schema }: NonNullable<Workflow["inputs"]>) {
  ajv ??= new Ajv2020({ coerceTypes: true, useDefaults: true, strict: false, validateFormats: false, logger: false });
  const needed = required.filter((name) => !OFFERED_INPUTS.some((offered) => offered === name));
  return ajv.compile({ ...schema, type: "object", required: needed });
}
