import type { Description } from "../judge/description.ts";
import { Judge } from "../judge/judge.ts";
import type { Sighting } from "../judge/sighting.ts";
import type { NamedCall } from "./outcomes.ts";

/** Returns what the responses show of every node of the description, statuses included. */
export function sightingsIn(calls: readonly NamedCall[], description: Description): readonly Sighting[] {
  const judge = new Judge(description);
  return calls.flatMap(({ call, outcome }) => {
    const { operationId, response } = call;
    if (operationId === undefined || response === undefined) return [];
    const described = description.response(description.operation(operationId), outcome);
    const differs = response.status === described.status ? undefined : `${response.status}, not ${described.status}`;
    const status: Sighting = {
      path: described.node.path,
      documented: !described.assumed,
      ...(differs !== undefined && { differs }),
      entry: call,
      outcome,
    };
    const nodes = judge.answer(described, response.json).nodes.map((node) => ({ ...node, entry: call, outcome }));
    return [status, ...nodes];
  });
}
