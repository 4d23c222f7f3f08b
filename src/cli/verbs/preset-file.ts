import { jsonPath } from "../../spec/fixture-place.ts";
import { tellProblems } from "../../spec/problem.ts";
import { readYaml } from "../../spec/yaml-source.ts";
import { readTextFile } from "../../text-file.ts";
import { orUserError, UserError } from "../user-error.ts";

/** Returns what a file says of a preset; the sandbox checks its form. Throws `UserError`. */
export async function readPreset(file: string): Promise<object> {
  const source = readYaml(await orUserError(() => readTextFile(file, "the preset")), file);
  if ("problems" in source) throw new UserError(tellProblems(source.problems));
  const { value } = source;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new UserError(`${file}: ${jsonPath([])} must be an object with settings, faults, charges or chargebacks`);
}
