import { type Fault, type FaultKind, faultProblems } from "../../domain/fault.ts";
import { deriveFaultId } from "../../domain/identity.ts";
import type { Flaw, Inspection } from "./inspection.ts";

/** What a fault has besides what all have. */
interface FaultForm {
  readonly needs: readonly string[];
  readonly mayHave: readonly string[];
}

const filters = ["event", "webhookId"];
const forms: Readonly<Record<FaultKind, FaultForm>> = {
  status: { needs: ["operationId", "status"], mayHave: [] },
  latency: { needs: ["operationId", "delay"], mayHave: [] },
  reset: { needs: ["operationId"], mayHave: [] },
  "lose-response": { needs: ["operationId"], mayHave: [] },
  "duplicate-delivery": { needs: [], mayHave: filters },
  "delay-delivery": { needs: ["delay"], mayHave: filters },
  "reorder-deliveries": { needs: ["delay"], mayHave: filters },
};
const fields = ["operationId", "status", "delay", ...filters];

/** The nearest identifiers of those to come. */
const lookAhead = 100;

export function inspectFaults(inspection: Inspection): void {
  const { faults, seed } = inspection.world;
  if (faults === undefined) return;
  const place = ["world", "faults"];
  const ids = new Set<string>();
  faults.list.forEach((fault, i) => {
    for (const [path, message] of faultFlaws(fault, ids)) inspection.note([...place, "list", i, ...path], message);
    ids.add(fault.faultId);
  });
  for (let counter = faults.added + 1; counter <= faults.added + lookAhead; counter += 1) {
    const id = deriveFaultId(seed, counter);
    if (ids.has(id))
      inspection.note([...place, "added"], `added must be at least ${counter}, as ${id} is there already`);
  }
}

/** When it was made is no matter: faults survive a rewind to before. */
function* faultFlaws(fault: Fault, seen: ReadonlySet<string>): Iterable<Flaw> {
  const { faultId, kind, times, remaining } = fault;
  if (seen.has(faultId)) yield [["faultId"], `faultId is ${faultId}, which is there already`];
  const { needs, mayHave } = forms[kind];
  for (const field of fields) {
    const isThere = Object.hasOwn(fault, field);
    if (!isThere && needs.includes(field)) yield [[field], `${field} is missing; a fault of the kind ${kind} has it`];
    if (!isThere || needs.includes(field) || mayHave.includes(field)) continue;
    yield [[field], `${field} does not belong to a fault of the kind ${kind}`];
  }
  for (const { at: field, message } of faultProblems(fault)) yield [[field], `${field} is not possible: ${message}`];
  if (remaining > times) yield [["remaining"], `remaining is ${remaining}, which is more than times, ${times}`];
}
