import { tellProblems } from "../../spec/problem.ts";
import { readYaml } from "../../spec/yaml-source.ts";
import { readTextFile } from "../../text-file.ts";
import { orUserError, UserError } from "../user-error.ts";

/** Returns what a file says of a preset or a fixture; the sandbox checks its form. Throws `UserError`. */
export async function readObject(file: string, what: string): Promise<object> {
  const source = readYaml(await orUserError(() => readTextFile(file, `the ${what}`)), file);
  if ("problems" in source) throw new UserError(tellProblems(source.problems));
  const { value } = source;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new UserError(`${file}: a ${what} must be an object`);
}
