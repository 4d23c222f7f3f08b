import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { buildDocument } from "../document.ts";
import { listOperations, type Operation } from "../operations.ts";
import { applyOverlay, parseOverlay } from "../overlay.ts";
import type { DereferencedDocument } from "../schema.ts";

export const sample = parse(readFileSync(new URL("sample-document.yaml", import.meta.url), "utf8"));

/** Returns the sample, changed by the actions of an overlay in YAML. */
export async function sampleDocument(actions = ""): Promise<DereferencedDocument> {
  if (actions === "") return (await buildDocument(sample)).dereferenced;
  const overlay = parseOverlay(`overlay: 1.0.0\ninfo: {title: t, version: "1"}\nactions:\n${actions}`);
  const { document, warnings } = applyOverlay(sample, overlay);
  if (warnings.length > 0) throw new Error(warnings.join());
  return (await buildDocument(document)).dereferenced;
}

export function operationOf(document: DereferencedDocument, operationId: string): Operation {
  const operation = listOperations(document).find((each) => each.operationId === operationId);
  if (operation === undefined) throw new Error(`no operation ${operationId}`);
  return operation;
}
