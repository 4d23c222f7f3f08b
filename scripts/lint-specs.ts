/**
 * Lints both documents with Redocly, a second reading beside the parser that the server uses. Prints each problem with
 * file and line and exits 1 on any error; openapi/redocly.yaml says what is only a warning, and why.
 */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { getLineColLocation, lint, loadConfig, type NormalizedProblem } from "@redocly/openapi-core";

const documents = ["openapi/interface.yaml", "openapi/control.yaml"];
const root = new URL("../", import.meta.url);

function inProject(path: string): string {
  return fileURLToPath(new URL(path, root));
}

/** One line, as compilers write it, so that terminals and editors can follow it. */
function describe(problem: NormalizedProblem): string {
  const text = `${problem.severity} ${problem.ruleId}: ${problem.message.replaceAll(/\s+/g, " ").trim()}`;
  const [first] = problem.location;
  if (first === undefined) return text;
  const { source, start } = getLineColLocation(first);
  return `${relative(inProject("."), source.absoluteRef)}:${start.line}:${start.col} ${text}`;
}

const config = await loadConfig({ configPath: inProject("openapi/redocly.yaml") });
let errors = 0;
for (const document of documents) {
  const problems = await lint({ ref: inProject(document), config });
  errors += problems.filter(({ severity }) => severity === "error").length;
  for (const problem of problems) console.error(describe(problem));
}
console.log(errors === 0 ? "The documents pass the linter." : `The linter found ${errors} errors.`);
if (errors > 0) process.exitCode = 1;
