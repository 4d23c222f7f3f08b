import type { OverlaidDocument } from "./document.ts";
import type { SpecError } from "./spec-error.ts";

/**
 * Returns the actions of an overlay that can have caused an error: those that changed the operation or notification
 * which the error names; else those that changed what operations share.
 */
export function blamedActions({ operationId }: SpecError, { source, changes }: OverlaidDocument): readonly string[] {
  const place = operationId === undefined ? undefined : placeOf(operationId, source);
  const touching = (other: readonly (string | number)[]) =>
    changes
      .filter(({ locations }) => locations.some((location) => location.every((key, at) => key === (other[at] ?? key))))
      .map(({ name }) => name);
  const own = place === undefined ? [] : touching(place);
  return own.length > 0 ? own : touching(["components"]);
}

function placeOf(operationId: string, { paths = {}, webhooks = {} }: OverlaidDocument["source"]): readonly string[] {
  for (const [path, item] of Object.entries(paths)) {
    const found = Object.entries(item).find(([, value]) => Object(value).operationId === operationId);
    if (found !== undefined) return ["paths", path, found[0]];
  }
  return operationId in webhooks ? ["webhooks", operationId] : [operationId];
}
