import { Description, type Operation, type Response, sourceOf } from "../description/description.ts";
import { isObject, type JsonObject, shown, valueAt } from "../description/json.ts";
import { Judge, type Judgement } from "../description/judge.ts";
import { Marks } from "../description/marks.ts";
import { describedPayload } from "../description/payload.ts";
import type { OverlayChange } from "../report/verdict.ts";
import { Journal } from "./journal.ts";
import { Broken, must } from "./verdict-error.ts";

/** What is known of an outcome, so that it is recognized under other names: `{ value: 1000 }`. */
export type Known = Readonly<Record<string, string | number>>;

/** An answer, as far as it is held against the description. */
export interface Examined {
  readonly operation: Operation;
  readonly status: number;
  readonly isSuccess: boolean;
  readonly body: unknown;
}

/** Holds every answer and notification of a run against the description, and keeps what it sees where that assumes. */
export class Examiner {
  readonly description: Description;
  readonly journal = new Journal();
  readonly marks: Marks;
  readonly #judge: Judge;

  /** @param shipped without the target's overlay. */
  constructor(document: JsonObject, shipped: JsonObject) {
    this.description = new Description(document);
    this.marks = new Marks(new Description(shipped), this.description);
    this.#judge = new Judge(this.description);
  }

  /** @throws Broken when what the document shows is missing or another, its status included where that is shown. */
  answer(answer: Examined, outcome: string, known: Known): Judgement {
    const { operationId } = answer.operation;
    const response = this.description.response(answer.operation, outcome);
    this.#status(response, answer, outcome);
    const judgement = this.#judge.answer(response, answer.body);
    if (!answer.isSuccess || response.schema !== undefined) this.#refuse(judgement, answer);
    const envelope = envelopeChange(judgement, operationId, outcome);
    const renamed = this.#renamed(response, judgement, answer.body, { $code: constantOf(outcome), ...known });
    for (const { path: seen, differs } of judgement.sightings) {
      const path = this.marks.shippedPath(answer.operation, outcome, seen);
      const from = seen.at(-1) ?? "";
      const to = renamed.get(from);
      const change = to === undefined ? judgement.around.includes(seen.join("/")) && envelope : fieldChange(from, to);
      if (differs === undefined) this.journal.add({ path });
      // Each answer has a change of its own; without one it is enough to say once what differs.
      else this.journal.add(change ? { path, differs: `${outcome}: ${differs}`, change } : { path, differs });
    }
    return judgement;

    function fieldChange(from: string, to: string): OverlayChange {
      return { what: "field", operationId, outcome, from, to };
    }
  }

  /** An answer of which nothing was expected: what fits best of what is described under its status. */
  byStatus(answer: Examined): Judgement | undefined {
    must(answer.status < 500, `${answer.operation.method} ${answer.operation.path} failed with ${answer.status}`);
    const described = this.description.responsesOf(answer.operation, answer.status);
    const judged = described.map((response) => this.#judge.answer(response, answer.body));
    const [best] = judged.sort((a, b) => a.problems.length - b.problems.length);
    if (best !== undefined) this.#refuse(best, answer);
    return best;
  }

  /** A failure of the target itself, which breaks whatever was asked; how it is told is an assumption. */
  trouble({ operation, status, body }: Examined): void {
    const [described] = this.description.responsesOf(operation, status);
    const { path } = (described ?? this.description.response(operation, "internal-error")).node;
    const differs = `${operation.method} ${operation.path} was answered with ${status}`;
    this.journal.add(described === undefined ? { path, differs } : { path });
    const sightings = described === undefined ? [] : this.#judge.answer(described, body).sightings;
    for (const sighting of sightings) this.journal.add(sighting);
  }

  /** @throws Broken when a notification is not what its event is documented to tell. */
  notification(event: string, body: unknown): void {
    const schema = this.description.notification(event);
    if (schema === undefined) return;
    const judgement = this.#judge.body(schema, body);
    const [problem] = judgement.problems;
    if (problem !== undefined) throw new Broken(`the notification ${event}: ${problem}; it is ${shown(body)}`);
    for (const sighting of judgement.sightings) this.journal.add(sighting);
  }

  #status(response: Response, { status, operation }: Examined, outcome: string): void {
    const differs =
      status === response.status ? undefined : `${outcome}: ${response.status} was expected, ${status} came`;
    must(response.assumed || differs === undefined, `${operation.method} ${operation.path}: ${differs}`);
    const { operationId } = operation;
    const change: OverlayChange = { what: "status", operationId, outcome, status };
    const path = this.marks.shippedPath(operation, outcome, response.node.path);
    this.journal.add({ path, ...(differs && { differs, change }) });
  }

  #refuse({ problems }: Judgement, { operation, status, body }: Examined): void {
    if (problems.length === 0) return;
    const { method, path } = operation;
    throw new Broken(`${method} ${path} ${status}: ${problems.slice(0, 5).join("; ")}; the answer is ${shown(body)}`);
  }

  /** Fields that the description names otherwise, recognized by what they must say. */
  #renamed(response: Response, judgement: Judgement, body: unknown, known: Known): ReadonlyMap<string, string> {
    const renamed = new Map<string, string>();
    if (response.schema === undefined || judgement.payload === undefined) return renamed;
    const payload = valueAt(body, judgement.payload);
    const records = (Array.isArray(payload) ? payload : [payload]).filter(isObject);
    const described = describedPayload(this.description.tree, response.schema);
    const items = this.description.tree.below(described.schema, "items") ?? described.schema;
    for (const property of this.description.tree.properties(items)) {
      const value = known[sourceOf(property.node.value, property.name)];
      if (value === undefined || !judgement.lacking.includes(property.name)) continue;
      const to = judgement.beyond.find((name) => records.some((record) => record[name] === value));
      if (to !== undefined) renamed.set(property.name, to);
    }
    return renamed;
  }
}

/** Where the payload stands, if that is elsewhere or nothing else is around it. */
function envelopeChange(judgement: Judgement, operationId: string, outcome: string): OverlayChange | undefined {
  const { payload, describedAt, isAlone } = judgement;
  const isMoved = payload !== undefined && payload.join("/") !== describedAt.join("/");
  return payload !== undefined && (isMoved || isAlone)
    ? { what: "envelope", operationId, outcome, container: payload }
    : undefined;
}

/** As the sandbox calls a refusal, and perhaps a target as well, under another name. */
function constantOf(outcome: string): string {
  return outcome.toUpperCase().replaceAll("-", "_");
}
