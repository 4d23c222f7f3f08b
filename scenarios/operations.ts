import { loadDocument } from "../src/spec/document.ts";
import { closest } from "../src/spec/nearest.ts";
import { eventStreamType, listOperations, type Operation } from "../src/spec/operations.ts";
import type { SourceDescription } from "./document.ts";

/** The two descriptions whose operations steps can name. */
const DESCRIPTIONS = ["interface", "control"] as const;

/** What a step can do; `path`: from the sandbox's origin on. */
export interface StepOperation extends Operation {
  /** As the file names it in full. */
  readonly name: string;
}

/**
 * Returns the operations of both descriptions, as the steps of a file name them. The URL of a description is never opened,
 * so that a file works wherever it lies.
 */
export function operationsOf(sources: readonly SourceDescription[]): readonly StepOperation[] {
  return sources.flatMap(({ name, url }) => {
    const named = DESCRIPTIONS.find((one) => name === one);
    const description = named ?? DESCRIPTIONS.find((one) => url.split("/").at(-1) === `${one}.yaml`);
    if (description === undefined) return [];
    const operations = listOperations(loadDocument(description).dereferenced);
    const prefix = description === "control" ? "/sandbox" : "";
    return operations.map((one) => {
      return { ...one, path: prefix + one.path, name: `$sourceDescriptions.${name}.${one.operationId}` };
    });
  });
}

/** Returns the operation that a step names, in full or by the end of its name. Throws an error that says which there are. */
export function findOperation(given: string, operations: readonly StepOperation[]): StepOperation {
  const found = operations.filter(({ name }) => name === given || name.endsWith(`.${given}`));
  const [only, other] = found;
  if (only === undefined) {
    const ids = operations.map(({ operationId }) => operationId);
    throw new Error(`there is no operation ${given}; ${closest(given.replace(/.*\./, ""), ids)}`);
  }
  if (other !== undefined)
    throw new Error(`${given} is in both descriptions; write ${found.map(({ name }) => name).join(" or ")}`);
  if (only.responses.some(({ contentType }) => contentType === eventStreamType))
    throw new Error(`the response of ${given} never ends, so no step can wait for it; use listEvents`);
  return only;
}
