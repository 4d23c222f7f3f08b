import { loadDocument } from "../../spec/document.ts";
import { listOperations, type Operation } from "../../spec/operations.ts";
import { tellProblems } from "../../spec/problem.ts";
import { createValidatorCompiler } from "../../spec/validator.ts";
import { UserError } from "../user-error.ts";
import { foreignAnswer } from "./sandbox-problem.ts";

type Send = (request: Request) => Promise<Response>;

/**
 * Returns a `send` that throws `UserError` for a response without an error that the document of the control plane does not
 * describe, because what is printed of it would have holes. `url`: what the addresses of the requests begin with.
 */
export function sandboxAnswers(url: string, send: Send): Send {
  return async (request) => {
    const response = await send(request);
    const problem = response.ok ? await problemOf(response, operationOf(request, url)) : null;
    if (problem !== null) throw new UserError(foreignAnswer(problem));
    return response;
  };
}

/** Returns what does not fit the document; null if nothing does not, or if it has no such operation. */
async function problemOf(response: Response, operation: Operation | undefined): Promise<string | null> {
  if (operation === undefined) return null;
  const { method, path, responses } = operation;
  const mediaType = response.headers.get("content-type")?.split(";")[0];
  const ofStatus = responses.filter(({ status }) => status === response.status);
  const documented = ofStatus.find(({ contentType }) => contentType === mediaType) ?? ofStatus[0];
  if (documented === undefined) return `${method} /sandbox${path} never has the status ${response.status}`;
  if (documented.schema === null) return null;
  const body: unknown = await response.clone().json();
  const problems = createValidatorCompiler().compileValidator(documented.schema)(body, "body");
  return problems.length === 0 ? null : tellProblems(problems.slice(0, 1));
}

function operationOf({ method, url }: Request, base: string): Operation | undefined {
  const path = url.slice(base.length).replace(/\?.*/s, "");
  if (!path.startsWith("/sandbox/")) return undefined;
  const isAsked = (template: string) =>
    new RegExp(`^/sandbox${template.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(path);
  return listOperations(loadDocument("control").dereferenced).find((one) => one.method === method && isAsked(one.path));
}
