import { expect } from "vitest";
import { documentWithOverlay, type OverlaidDocument } from "../../src/spec/document.ts";
import { parseOverlay } from "../../src/spec/overlay.ts";

/** One change of an overlay. */
export type Action = { readonly target: string; readonly update?: unknown; readonly remove?: true };

/** The interface as an overlay of these actions changes it; each must find its target. */
export async function interfaceWith(...actions: Action[]): Promise<OverlaidDocument> {
  const overlay = { overlay: "1.0.0", info: { title: "A deployment", version: "1" }, actions };
  const document = await documentWithOverlay("interface", parseOverlay(JSON.stringify(overlay)));
  expect(document.warnings).toEqual([]);
  return document;
}

/** Gives the property of an object schema another name; its schema and its source stay. */
export function renamed(schema: string, from: string, to: string, property: object): Action[] {
  return [
    { target: `${schema}.properties`, update: { [to]: { ...property, "x-value": from } } },
    { target: `${schema}.properties.${from}`, remove: true },
    { target: `${schema}.required[?@ == '${from}']`, remove: true },
    { target: schema, update: { required: [to] } },
  ];
}
