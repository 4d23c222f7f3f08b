import { Document, isScalar, visit } from "yaml";
import type { Description } from "../judge/description.ts";
import type { Seen } from "../model/seen.ts";
import { fieldsOfEvent } from "../profile/field.ts";
import { conformityOf } from "./conformity.ts";
import { type CalibratedChange, requestActions } from "./requests.ts";
import { type OutcomeResponse, Planner, responsesOf } from "./responses.ts";
import { eventSamples, responseSamples } from "./samples.ts";
import { schemaOf } from "./schema.ts";

export interface CalibratedOverlay {
  readonly actions: readonly CalibratedChange[];
  readonly left: readonly string[];
}

/** Returns what makes the sandbox answer and notify as the target of a run did. */
export function overlayFrom(seen: Seen, description: Description): CalibratedOverlay {
  const planner = new Planner(description, responseSamples(seen, description));
  const left: string[] = [];
  const actions = [
    ...requestActions(seen, description),
    ...description.operations.flatMap((operation) => {
      const own = new Set(operation.responses.flatMap(({ outcomes }) => outcomes));
      // What any operation may get is one's own only where it is described there.
      const answers = planner.answers(operation).filter(({ outcome }) => own.has(outcome));
      return replaced(`$.paths['${operation.path}'].${operation.method.toLowerCase()}.responses`, answers);
    }),
    ...replaced("$['x-responses']", planner.answers({ operationId: "", responses: description.common })),
    ...eventActions(seen, description, left),
  ];
  const taken = seen.named.flatMap(({ outcome, taken: what }) => (what === undefined ? [] : [`${outcome}: ${what}`]));
  const kept = [...new Set(taken)].map((sentence) => `${sentence}, and the sandbox rejects it`);
  return { actions, left: [...planner.left, ...left, ...kept] };
}

function replaced(target: string, answers: readonly OutcomeResponse[]): readonly CalibratedChange[] {
  if (answers.every(({ isOwn }) => isOwn)) return [];
  return [
    { target: `${target}.*`, remove: true },
    { target, update: responsesOf(answers) },
  ];
}

function eventActions(seen: Seen, description: Description, left: string[]): readonly CalibratedChange[] {
  const conforms = conformityOf(description);
  return [...eventSamples(seen)].flatMap(([event, samples]) => {
    const described = description.notification(event);
    const bodies = samples.map(({ body }) => body);
    if (described === undefined || conforms(described, bodies)) return [];
    const leave = (what: string) => left.push(`${event}: ${what}`);
    const fields = fieldsOfEvent(description, event);
    const schema = schemaOf(samples, { fields, isGeneral: false, leave });
    const content = `$.webhooks['${event}'].post.requestBody.content['application/json']`;
    return [
      { target: `${content}.schema`, remove: true },
      { target: content, update: { schema } },
    ];
  });
}

/** Returns the overlay without what it says of an operation or event; the same if it says nothing. */
export function withoutOperation(
  overlay: CalibratedOverlay,
  operationId: string,
  description: Description,
): CalibratedOverlay {
  const operation = description.operations.find((one) => one.operationId === operationId);
  const places = [
    ...(operation ? [`$.paths['${operation.path}'].${operation.method.toLowerCase()}`] : []),
    ...[`$.webhooks['${operationId}']`, `$['${operationId}']`],
  ];
  const actions = overlay.actions.filter(({ target }) => !places.some((place) => target.startsWith(place)));
  if (actions.length === overlay.actions.length) return overlay;
  const sentence = `${operationId} is as the sandbox has it: no sandbox starts with what was seen`;
  return { actions, left: [...overlay.left, sentence] };
}

/** Writes an overlay in YAML, with what it cannot say at its head. */
export function overlayText({ actions, left }: CalibratedOverlay): string {
  const title = "The target of a run";
  // An overlay has at least one action, also where nothing differs.
  const nothing: CalibratedChange = { target: "$.info", update: { "x-calibrated": title } };
  const file = new Document(
    { overlay: "1.0.0", info: { title, version: "1.0.0" }, actions: actions.length === 0 ? [nothing] : actions },
    { aliasDuplicateObjects: false },
  );
  visit(file, {
    Seq(_, list) {
      list.flow = list.items.length > 0 && list.items.every(isScalar);
    },
  });
  const head = [
    "Written by saldo calibrate. It has what was seen of the target.",
    ...(left.length === 0 ? [] : ["What it cannot say:", ...left.map((sentence) => `- ${sentence}`)]),
  ];
  // What a target has named must not end a comment.
  file.commentBefore = head.map((line) => ` ${line.replaceAll(/[\p{Cc}\u2028\u2029]/gu, " ")}`).join("\n");
  return file.toString({ lineWidth: 120 });
}
