import type { Description } from "../judge/description.ts";
import { isObject, notJson, placeText, shown, valueAt } from "../judge/json.ts";
import { Judge } from "../judge/judge.ts";
import type { NamedCall } from "../model/outcomes.ts";
import type { Seen } from "../model/seen.ts";

/** Outcomes whose responses differ from what is assumed in the same way. */
export interface ShapeGroup {
  readonly outcomes: readonly string[];
  /** What is there, and what is not: `200, not 201`. */
  readonly differences: readonly string[];
}

/** Returns what responses look like where that differs from what is assumed: one group for all that differ alike. */
export function shapeGroups({ named, hooks }: Pick<Seen, "named" | "hooks">, description: Description) {
  const judge = new Judge(description);
  const firsts = [...Map.groupBy(named, ({ outcome }) => outcome).values()].flatMap(([first]) => first ?? []);
  const each = [
    ...firsts.map((one) => ({ outcome: one.outcome, differences: differencesOf(one, description, judge) })),
    ...notifications(hooks, description, judge),
  ];
  const groups = Map.groupBy(
    each.filter(({ differences }) => differences.length > 0),
    ({ differences }) => differences.join("; "),
  );
  return [...groups.values()].map(
    (group): ShapeGroup => ({
      outcomes: group.map(({ outcome }) => outcome),
      differences: group[0]?.differences ?? [],
    }),
  );
}

function notifications(hooks: Seen["hooks"], description: Description, judge: Judge) {
  const told = hooks.flatMap(({ deliveries }) => deliveries.filter(({ isOfEvent }) => isOfEvent));
  return [...Map.groupBy(told, ({ event }) => String(event))].flatMap(([event, [first]]) => {
    const schema = description.notification(event);
    if (schema === undefined || first === undefined) return [];
    const { payload, lacking, beyond } = judge.body(schema, first.first.json);
    return [{ outcome: event, differences: membersText(lacking, beyond, valueAt(first.first.json, payload ?? [])) }];
  });
}

function differencesOf({ call, outcome, taken }: NamedCall, description: Description, judge: Judge): readonly string[] {
  const described = description.response(call.operationId, outcome);
  if (described === undefined || call.response === undefined) return [];
  if (taken !== undefined) return [taken];
  const { status, json, text } = call.response;
  const { payload, describedAt, around, isAlone, lacking, beyond } = judge.answer(described, json);
  const isMoved = payload !== undefined && placeText(payload) !== placeText(describedAt);
  const isBare = around.length > 0 && isAlone;
  const there = payload === undefined ? json : valueAt(json, payload);
  const isUnknown = payload === undefined && described.schema !== undefined;
  return [
    ...(status === described.status ? [] : [`${status}, not ${described.status}`]),
    ...(isMoved ? [`the payload is ${placeText(payload)}, not ${placeText(describedAt)}`] : []),
    ...(isBare && !isMoved && !isUnknown ? ["there is no envelope around the payload"] : []),
    ...(isUnknown ? [`the body is ${json === undefined ? notJson(text) : bodyText(json)}`] : []),
    ...membersText(lacking, beyond, there),
  ];
}

function membersText(lacking: readonly string[], beyond: readonly string[], payload: unknown): readonly string[] {
  return [
    ...(lacking.length > 0 ? [`without ${lacking.join(", ")}`] : []),
    ...(beyond.length > 0 ? [`with ${beyond.map((name) => memberText(name, payload)).join(", ")}`] : []),
  ];
}

function bodyText(json: unknown): string {
  return isObject(json) ? `an object with ${Object.keys(json).join(", ") || "nothing in it"}` : shown(json);
}

/** A short text is told with its name: it may be a vocabulary of the target's. */
function memberText(name: string, payload: unknown): string {
  const value = isObject(payload) ? payload[name] : undefined;
  return typeof value === "string" && /^[A-Z][A-Z_]{1,30}$/.test(value) ? `${name} (${value})` : name;
}
