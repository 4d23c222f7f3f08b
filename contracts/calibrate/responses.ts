import type { DescribedOperation, DescribedResponse, Description } from "../judge/description.ts";
import type { JsonObject } from "../judge/json.ts";
import { fieldsOfResponse, type ProfileField } from "../profile/field.ts";
import { conformityOf, referenceTo, withText } from "./conformity.ts";
import type { Sample } from "./sample.ts";
import { schemaOf } from "./schema.ts";

/** How one outcome of an operation is to be answered. */
export interface OutcomeResponse {
  readonly outcome: string;
  readonly status: number;
  readonly description: string;
  /** Undefined for a response without a body, as is its media type. */
  readonly schema: JsonObject | undefined;
  readonly type: string | undefined;
  /** Whether it is as described; `refers`: whether its body is. */
  readonly isOwn: boolean;
  readonly refers?: boolean;
}

/** Plans the responses of operations from what was seen; an outcome that was not seen is answered as its likes were. */
export class Planner {
  readonly #description: Description;
  readonly #samples: ReadonlyMap<string, readonly Sample[]>;
  /** Some of each rejection in JSON. */
  readonly #rejections: readonly Sample[];
  readonly #conforms: ReturnType<typeof conformityOf>;
  /** Whether most rejections are not as described. */
  readonly #differs: boolean;
  readonly #unseen = new Set<string>();
  readonly #left = new Set<string>();

  constructor(description: Description, samples: ReadonlyMap<string, readonly Sample[]>) {
    this.#description = description;
    this.#samples = samples;
    this.#conforms = conformityOf(description);
    const isRejection = ({ status = 0, body }: Sample) => status >= 400 && body !== undefined;
    const rejections = [...samples].map(([key, same]) => ({ key, some: same.filter(isRejection).slice(0, 3) }));
    // Its form is one of its own.
    this.#rejections = rejections.flatMap(({ key, some }) => (key.endsWith("withdrawal-already-open") ? [] : some));
    const forms = rejections.filter(({ some }) => some.length > 0);
    this.#differs = forms.filter(({ key, some }) => this.#isAsDescribed(key, some)).length * 2 < forms.length;
  }

  /** What the plans cannot say, as sentences. */
  get left(): readonly string[] {
    const unseen = [...this.#unseen].toSorted().join(", ");
    const sentence = `not seen, so as the sandbox has them, with errors in the form of the target's: ${unseen}`;
    return [...this.#left, ...(unseen === "" ? [] : [sentence])];
  }

  answers(operation: Pick<DescribedOperation, "operationId" | "responses">): readonly OutcomeResponse[] {
    const { operationId, responses } = operation;
    return responses.flatMap((response) => {
      const all = response.outcomes.map((outcome) => this.#answer(operationId, outcome, response));
      if (all.every(({ refers }) => refers) || all.length === 1) return all;
      // The body that they share is described with what only some of them have.
      return all.map((answer) => (answer.refers ? this.#spelledOut(operationId, answer, response) : answer));
    });
  }

  #answer(operationId: string, outcome: string, response: DescribedResponse): OutcomeResponse {
    const description = String(response.node.value.description ?? outcome);
    const own = this.#seen(operationId, outcome);
    const isEmpty = ({ body, text }: Sample) => body === undefined && text === "";
    const kinds = Map.groupBy(own, (sample) => `${sample.status} ${isEmpty(sample) ? "" : sample.type}`);
    const [same] = [...kinds.values()].toSorted((one, other) => other.length - one.length);
    const [first] = same ?? [];
    if (same === undefined || first === undefined) return this.#guessed(outcome, response, description);
    const { status = 0 } = first;
    if (same.length < own.length)
      this.#left.add(`${outcome}: the status is always ${status}, and the target has others, too`);
    const common = { outcome, status, description };
    const isUsual = status === response.status && (isEmpty(first) || first.type === usualType);
    const { schema } = response;
    if (first.body === undefined)
      return { ...common, ...textBody(same), isOwn: isUsual && schema === undefined && isEmpty(first) };
    const bodies = same.map(({ body }) => body);
    if (isUsual && schema !== undefined && this.#conforms(schema, bodies)) {
      const reference = referenceTo(response.node.path);
      const told = status < 400 ? withText(reference, bodies, description) : reference;
      return { ...common, schema: told, type: usualType, isOwn: told === reference, refers: true };
    }
    return { ...common, schema: this.#schemaOf(same, outcome, response), type: first.type, isOwn: false };
  }

  #schemaOf(same: readonly Sample[], outcome: string, response: DescribedResponse): JsonObject {
    const fields = fieldsShown(this.#description, response, outcome);
    return schemaOf(same, { fields, isGeneral: false, leave: (what) => this.#left.add(`${outcome}: ${what}`) });
  }

  #seen(operationId: string, outcome: string): readonly Sample[] {
    const own = this.#samples.get(`${operationId} ${outcome}`);
    return own ?? [...this.#samples].find(([key]) => key.endsWith(` ${outcome}`))?.[1] ?? [];
  }

  #isAsDescribed(key: string, samples: readonly Sample[]): boolean {
    const [operationId = "", outcome = ""] = key.split(" ");
    const described = this.#description.response(operationId, outcome)?.schema;
    const bodies = samples.map(({ body }) => body);
    return described === undefined || this.#conforms(described, bodies);
  }

  #guessed(outcome: string, { status, node, schema }: DescribedResponse, description: string): OutcomeResponse {
    this.#unseen.add(outcome);
    const isOwn = status < 400 || this.#rejections.length === 0 || !this.#differs;
    const common = { outcome, status, description };
    if (!isOwn) return { ...common, ...this.#general(), isOwn };
    const type = schema && usualType;
    return { ...common, schema: schema && referenceTo(node.path), type, isOwn, refers: true };
  }

  #spelledOut(operationId: string, answer: OutcomeResponse, response: DescribedResponse): OutcomeResponse {
    const seen = this.#seen(operationId, answer.outcome).filter(({ body }) => body !== undefined);
    if (seen.length > 0) return { ...answer, schema: this.#schemaOf(seen, answer.outcome, response), isOwn: false };
    const isGeneral = this.#rejections.length > 0 && answer.status >= 400;
    return isGeneral ? { ...answer, ...this.#general(), isOwn: false } : answer;
  }

  /** What all rejections have in common. */
  #general(): Pick<OutcomeResponse, "schema" | "type"> {
    const schema = schemaOf(this.#rejections, { fields: [], isGeneral: true, leave: () => undefined });
    return { schema, type: this.#rejections[0]?.type };
  }
}

const usualType = "application/json";

/** A body that is no JSON: always this text, or the sandbox's where it differs. */
function textBody(same: readonly Sample[]): Pick<OutcomeResponse, "schema" | "type"> {
  const [first, ...others] = same;
  if (first === undefined || first.text === "") return { schema: undefined, type: undefined };
  const isConstant = others.every(({ text }) => text === first.text);
  const said: JsonObject = isConstant ? { const: first.text } : { "x-value": "$message" };
  return { schema: { type: "string", ...said }, type: first.type };
}

/** Outcomes of a withdrawal can show all its fields, though not all are described for each. */
function fieldsShown(description: Description, response: DescribedResponse, outcome: string): readonly ProfileField[] {
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
const origin: ProfileField = { name: "origin", kinds: ["string"], values: ["MANUAL", "AUTOMATIC"] };

/** Returns the responses of an operation by their statuses; outcomes that share one keep bodies of their own. */
export function responsesOf(answers: readonly OutcomeResponse[]): JsonObject {
  const byStatus = [...Map.groupBy(answers, ({ status }) => status)].toSorted(([a], [b]) => a - b);
  return Object.fromEntries(byStatus.map(([status, same]) => [String(status), responseOf(same)]));
}

function responseOf(answers: readonly OutcomeResponse[]): JsonObject {
  const byType = [...Map.groupBy(answers, ({ type }) => type)];
  const types = byType.flatMap(([type, same]) => (type === undefined ? [] : [{ type, same }]));
  const empty = byType.flatMap(([type, same]) => (type === undefined ? same : []));
  const content = types.map(({ type, same }, nth) => {
    const all = nth === 0 ? [...same, ...empty] : same;
    return [type, { ...(types.length > 1 && { "x-outcomes": outcomesOf(all) }), schema: bodyOf(all) }] as const;
  });
  const named = { description: textOf(answers), "x-outcomes": outcomesOf(answers) };
  return { ...named, ...(content.length > 0 && { content: Object.fromEntries(content) }) };
}

/** The body of these, or the bodies that each has. */
function bodyOf(answers: readonly OutcomeResponse[]): JsonObject {
  const branches = [...Map.groupBy(answers, ({ schema }) => JSON.stringify(schema)).values()].map((same) => ({
    description: textOf(same),
    "x-outcomes": outcomesOf(same),
    ...(same[0]?.schema ?? { "x-empty": true }),
  }));
  const [only, ...others] = branches;
  return others.length === 0 ? (answers[0]?.schema ?? only ?? {}) : { anyOf: branches };
}

function outcomesOf(answers: readonly OutcomeResponse[]): readonly string[] {
  return answers.map(({ outcome }) => outcome);
}

function textOf(answers: readonly OutcomeResponse[]): string {
  return [...new Set(answers.map(({ description }) => description))].join(" Or: ");
}
