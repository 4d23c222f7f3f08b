import type { Description, Operation, Response } from "../judge/description.ts";
import type { JsonObject } from "../judge/json.ts";
import { type Field, fieldsOfResponse } from "../profile/field.ts";
import { conformityOf, referenceTo, withText } from "./conformity.ts";
import type { Sample } from "./sample.ts";
import { schemaOf } from "./schema.ts";

/** How one outcome of an operation is to be answered. */
export interface Answer {
  readonly outcome: string;
  readonly status: number;
  readonly description: string;
  /** Undefined for a response without a body. */
  readonly schema: JsonObject | undefined;
  readonly isOwn: boolean;
}

/** Plans the responses of operations from what was seen; an outcome that was not seen is answered as its likes were. */
export class Planner {
  readonly #description: Description;
  readonly #samples: ReadonlyMap<string, readonly Sample[]>;
  readonly #rejections: readonly Sample[];
  readonly #conforms: ReturnType<typeof conformityOf>;
  readonly #differs: boolean;
  readonly #unseen = new Set<string>();
  readonly #left = new Set<string>();

  constructor(description: Description, samples: ReadonlyMap<string, readonly Sample[]>) {
    this.#description = description;
    this.#samples = samples;
    const all = [...samples].flatMap(([key, same]) =>
      key.endsWith("withdrawal-already-open") ? [] : same.slice(0, 3),
    );
    this.#rejections = all.filter(({ status = 0, body }) => status >= 400 && body !== undefined);
    this.#conforms = conformityOf(description);
    const form = description.common.find(({ outcomes }) => outcomes.includes("unauthorized"))?.schema;
    const bodies = this.#rejections.filter(({ status }) => status === 401).map(({ body }) => body);
    this.#differs = form !== undefined && !this.#conforms(form, bodies);
  }

  /** What the plans cannot say, as sentences. */
  get left(): readonly string[] {
    const unseen = [...this.#unseen].toSorted().join(", ");
    const sentence = `not seen, so as the sandbox has them, with errors in the form of the target's: ${unseen}`;
    return [...this.#left, ...(unseen === "" ? [] : [sentence])];
  }

  answers({ operationId, responses }: Pick<Operation, "operationId" | "responses">): readonly Answer[] {
    return responses.flatMap((response) =>
      response.outcomes.map((outcome) => this.#answer(operationId, outcome, response)),
    );
  }

  #answer(operationId: string, outcome: string, response: Response): Answer {
    const description = String(response.node.value.description ?? outcome);
    const own = this.#samples.get(`${operationId} ${outcome}`) ?? this.#elsewhere(outcome);
    const fields = fieldsShown(this.#description, response, outcome);
    const byStatus = [...Map.groupBy(own, ({ status = 0 }) => status)].toSorted(([, a], [, b]) => b.length - a.length);
    const [usual] = byStatus;
    if (usual === undefined) return this.#guessed(outcome, response, description);
    const [status, same] = usual;
    if (same.length < own.length)
      this.#left.add(`${outcome}: the status is always ${status}, and the target has others, too`);
    const bodies = same.filter(({ body }) => body !== undefined);
    const all = bodies.map(({ body }) => body);
    const { schema: described } = response;
    const isAlike = described === undefined ? all.length === 0 : all.length > 0 && this.#conforms(described, all);
    if (status === response.status && isAlike) {
      const own = response.schema && referenceTo(response.node.path);
      const told = own && status < 400 ? withText(own, all, description) : own;
      return { outcome, status, description, schema: told, isOwn: told === own };
    }
    const leave = (what: string) => this.#left.add(`${outcome}: ${what}`);
    const schema = bodies.length === 0 ? undefined : schemaOf(bodies, { fields, isGeneral: false, leave });
    return { outcome, status, description, schema, isOwn: false };
  }

  #elsewhere(outcome: string): readonly Sample[] {
    return [...this.#samples].find(([key]) => key.endsWith(` ${outcome}`))?.[1] ?? [];
  }

  #guessed(outcome: string, { status, node, schema }: Response, description: string): Answer {
    this.#unseen.add(outcome);
    const isOwn = status < 400 || this.#rejections.length === 0 || !this.#differs;
    if (isOwn) return { outcome, status, description, schema: schema && referenceTo(node.path), isOwn };
    const options = { fields: [], isGeneral: true, leave: () => undefined };
    return { outcome, status, description, schema: schemaOf(this.#rejections, options), isOwn };
  }
}

/** Outcomes of a withdrawal can show all of it, though not all of that is described for each. */
function fieldsShown(description: Description, response: Response, outcome: string): readonly Field[] {
  const own = fieldsOfResponse(description, response);
  if (outcome === "withdrawals-listed") {
    return own.map((list) => ({ ...list, ...(list.items && { items: [...list.items, origin] }) }));
  }
  if (!["initiated", "code-accepted", "code-resent", "cancelled"].includes(outcome)) return own;
  const history = description.operation("listWithdrawals").responses.find(({ status }) => status === 200);
  const records = history === undefined ? [] : fieldsOfResponse(description, history);
  const more = records
    .flatMap(({ items = [] }) => items)
    .filter(({ name }) => !own.some((field) => field.name === name));
  return [...own, ...more];
}

/** The sandbox knows it of each withdrawal, and does not show it by itself. */
const origin: Field = { name: "origin", kinds: ["string"], values: ["MANUAL", "AUTOMATIC"] };

/** Returns the responses of an operation by their statuses; outcomes that share one keep bodies of their own. */
export function responsesOf(answers: readonly Answer[]): JsonObject {
  const byStatus = Map.groupBy(answers, ({ status }) => status);
  const responses = [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, same]) => [String(status), responseOf(same)]);
  return Object.fromEntries(responses);
}

function responseOf(answers: readonly Answer[]): JsonObject {
  const groups = [...Map.groupBy(answers, ({ schema }) => JSON.stringify(schema)).values()];
  const branches = groups.map((same) => ({
    description: textOf(same),
    "x-outcomes": same.map(({ outcome }) => outcome),
    schema: same[0]?.schema,
  }));
  const [only, ...others] = branches;
  const schema =
    others.length === 0
      ? only?.schema
      : { anyOf: branches.map(({ schema: own = { "x-empty": true }, ...rest }) => ({ ...own, ...rest })) };
  return {
    description: textOf(answers),
    "x-outcomes": answers.map(({ outcome }) => outcome),
    ...(schema !== undefined && { content: { "application/json": { schema } } }),
  };
}

function textOf(answers: readonly Answer[]): string {
  return [...new Set(answers.map(({ description }) => description))].join(" Or: ");
}
