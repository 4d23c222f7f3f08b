import type { Answer } from "../../client/answer.ts";
import { tellProblems } from "../../spec/problem.ts";
import { createValidatorCompiler } from "../../spec/validator.ts";
import type { Documented } from "../../verbs/documented.ts";
import { UserError } from "../user-error.ts";
import { foreignAnswer } from "./sandbox-problem.ts";

/** Throws `UserError` for an answer that the document does not describe: what is printed of it would have holes. */
export function refuseForeign({ status, body }: Answer, { method, path, responses }: Documented): void {
  const response = responses.find((one) => one.status === status);
  if (response === undefined) throw new UserError(foreignAnswer(`${method} ${path} never has the status ${status}`));
  if (response.schema === null) return;
  const [problem] = createValidatorCompiler().compileValidator(response.schema)(body, "body");
  if (problem !== undefined) throw new UserError(foreignAnswer(tellProblems([problem])));
}
