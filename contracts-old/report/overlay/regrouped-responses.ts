import { isObject, type Json, type JsonObject } from "../../description/json.ts";
import type { ChangedAnswer } from "./changed-answer.ts";
import type { DescribedAnswer, DescribedOperation } from "./described-answer.ts";
import { seenMark } from "./payload-place.ts";
import { mapParts, plainSchema, propertiesOf, textsOf } from "./plain-schema.ts";

/** A response that an operation is to have instead of what it has. */
export interface NewResponse {
  readonly status: string;
  readonly content: JsonObject;
  /** The answers that it is made of. */
  readonly origins: readonly DescribedAnswer[];
  /** Whether it answers exactly what its one origin does. */
  readonly whole: boolean;
}

/** Answers that share a body. */
interface Group {
  readonly origin: DescribedAnswer;
  readonly answers: readonly ChangedAnswer[];
  readonly isPart: boolean;
}

/** Statuses that come without a body. */
export const bodyless: readonly string[] = ["204", "205", "304"];

/**
 * The responses of an operation that come out otherwise than described, in the order of their statuses.
 * @param vacated the keys under which nothing is answered any more.
 */
export function regroupedResponses(
  document: JsonObject,
  { answers: described }: DescribedOperation,
  answers: readonly ChangedAnswer[],
): { readonly changed: readonly NewResponse[]; readonly vacated: readonly string[] } {
  const byStatus = Map.groupBy(answers, ({ status }) => status);
  const changed = [...byStatus].flatMap(([status, here]) => {
    const origins = described.filter((answer) => answer.status === status);
    if (isAsDescribed(origins, here)) return [];
    return [newResponse(document, status, groupsOf(here))];
  });
  const vacated = [...new Set(described.map(({ status }) => status))].filter((status) => !byStatus.has(status));
  return { changed: changed.sort((a, b) => Number(a.status) - Number(b.status)), vacated };
}

function isAsDescribed(origins: readonly DescribedAnswer[], here: readonly ChangedAnswer[]): boolean {
  const stays = ({ origin, schema }: ChangedAnswer) => origins.includes(origin) && schema === origin.schema;
  return here.every(stays) && here.length === origins.flatMap(({ outcomes }) => outcomes).length;
}

function groupsOf(answers: readonly ChangedAnswer[]): readonly Group[] {
  return [...Map.groupBy(answers, ({ origin }) => origin)].flatMap(([origin, ofOrigin]) =>
    [...Map.groupBy(ofOrigin, ({ schema }) => JSON.stringify(schema)).values()].map((same) => {
      return { origin, answers: same, isPart: same.length < origin.outcomes.length };
    }),
  );
}

function newResponse(document: JsonObject, status: string, groups: readonly Group[]): NewResponse {
  const answers = groups.flatMap((group) => group.answers);
  const descriptions = new Set(groups.map(({ origin }) => origin.description));
  const rest: JsonObject = Object.assign({}, ...groups.map(({ origin }) => origin.rest));
  const marked = groups.length > 1 || answers.some(({ origin }) => origin.status !== status);
  const content = contentOf(document, status, groups);
  return {
    status,
    origins: [...new Set(groups.map(({ origin }) => origin))],
    whole: groups.length === 1 && groups.every(({ isPart }) => !isPart),
    content: {
      description: [...descriptions].join(" Or: "),
      "x-outcomes": answers.map(({ outcome }) => outcome),
      ...rest,
      ...(marked && { "x-assumed": seenMark }),
      ...(content && { content }),
    },
  };
}

function contentOf(document: JsonObject, status: string, groups: readonly Group[]): JsonObject | null {
  const mediaType = groups[0]?.origin.mediaType ?? null;
  if (mediaType === null || bodyless.includes(status)) return null;
  const branches = groups.map((group) => ({ group, schema: schemaOf(document, group) }));
  const [only] = branches;
  const choice = branches.map(({ group, schema }) => {
    const outcomes = group.answers.map(({ outcome }) => outcome);
    return { ...schema, description: group.origin.description, "x-outcomes": outcomes };
  });
  const schema: JsonObject = only && branches.length === 1 ? only.schema : { anyOf: choice };
  const known = groups.flatMap(({ answers }) => answers).filter(({ example }) => example !== undefined);
  const examples = Object.fromEntries(known.map(({ outcome, example = null }) => [outcome, { value: example }]));
  return { [mediaType]: { schema, ...(known.length > 0 && { examples }) } };
}

/** A response with several outcomes may have properties that only some of them show; each part keeps its own. */
function schemaOf(document: JsonObject, { answers, isPart }: Group): JsonObject {
  const schema = answers[0]?.schema ?? {};
  const values = answers.flatMap(({ example }) => (example === undefined ? [] : [example]));
  return isPart ? withoutUnseen(document, schema, values) : schema;
}

/** The schema without optional properties that none of the values has. */
function withoutUnseen(document: JsonObject, schema: JsonObject, values: readonly Json[]): JsonObject {
  const required = textsOf(plainSchema(document, schema).required);
  const objects = values.filter(isObject);
  if (objects.length === 0) return schema;
  return mapParts(document, schema, (part) => {
    const properties = Object.entries(propertiesOf(part));
    const kept = properties.flatMap(([name, property]): [string, JsonObject][] => {
      const seen = objects.flatMap((value) => (Object.hasOwn(value, name) ? [value[name] ?? null] : []));
      if (seen.length === 0 && !required.includes(name)) return [];
      return [[name, withoutUnseen(document, property, seen)]];
    });
    const isSame = kept.length === properties.length && kept.every(([, one], index) => one === properties[index]?.[1]);
    return isSame ? part : { ...part, properties: Object.fromEntries(kept) };
  });
}
