import type { Output } from "../../../src/cli/output.ts";
import { orUserError, UserError } from "../../../src/cli/user-error.ts";
import { documentWithOverlay, loadDocument, type SpecDocument } from "../../../src/spec/document.ts";
import { parseOverlay } from "../../../src/spec/overlay.ts";
import { readTextFile } from "../../../src/text-file.ts";
import { Description, type GivenNames } from "../../judge/description.ts";

export function descriptionOf({ source }: SpecDocument, { name }: { readonly name: readonly GivenNames[] }) {
  return new Description(source, Object.assign({}, ...name));
}

/** Returns the document of the interface with the overlay. Throws `UserError`. */
export async function documentOf(
  { overlay }: { readonly overlay?: string },
  { stderr }: Output,
): Promise<SpecDocument> {
  if (overlay === undefined) return loadDocument("interface");
  const text = await orUserError(() => readTextFile(overlay), "--overlay");
  const read = async () => documentWithOverlay("interface", parseOverlay(text));
  const document = await orUserError(read, `--overlay ${overlay}`);
  const described = new Description(document.source).operations.map(({ operationId }) => operationId);
  const { operations } = new Description(loadDocument("interface").source);
  const gone = operations.find(({ operationId }) => !described.includes(operationId));
  if (gone)
    throw new UserError(`--overlay ${overlay}: it removes the operation ${gone.operationId}, which may only be moved`);
  for (const warning of document.warnings) stderr.write(`warning: ${overlay}: ${warning}\n`);
  return document;
}
