import type { Description } from "../judge/description.ts";
import { isObject, parseJson } from "../judge/json.ts";
import { Judge, type NodeSeen } from "../judge/judge.ts";
import { callsIn } from "../trace/find.ts";
import { type Arrival, type Call, isSuccess, type TraceEntry, wasRejected } from "../trace/trace.ts";
import { isAlike } from "./other-outcomes.ts";
import type { NamedCall } from "./outcomes.ts";
import { testDeliveries } from "./test-deliveries.ts";
import type { Hook } from "./webhooks.ts";

/** What a response or a notification shows of one node of the description: it agrees, or it differs. */
export interface Sighting extends NodeSeen {
  readonly entry: TraceEntry;
  /** The outcome whose response this is, or the event of a notification. */
  readonly outcome: string;
}

/** Returns what responses and notifications show of every node of the description: statuses, properties, methods, paths. */
export function sightingsIn(
  trace: readonly TraceEntry[],
  named: readonly NamedCall[],
  hooks: readonly Hook[],
  description: Description,
): readonly Sighting[] {
  const judge = new Judge(description);
  const calls = callsIn(trace);
  return [
    ...named.flatMap((call) => ofCall(call, description, judge)),
    ...calls.flatMap((call) => ofPath(call, named, description)),
    ...calls.flatMap((call) => ofCreation(call, calls)),
    ...ofNotifications(trace, hooks, description, judge),
  ];
}

function ofCall({ call, outcome, taken }: NamedCall, description: Description, judge: Judge): readonly Sighting[] {
  const described = description.response(call.operationId, outcome);
  if (described === undefined || call.response === undefined) return [];
  const { status, json } = call.response;
  const differs = taken ?? (status === described.status ? undefined : `${status}, not ${described.status}`);
  const own = { path: described.node.path, documented: !described.assumed, entry: call, outcome };
  const shown = differs === undefined ? own : { ...own, differs };
  if (taken !== undefined) return [shown];
  return [shown, ...judge.answer(described, json).nodes.map((node) => ({ ...node, entry: call, outcome }))];
}

/** Where method and path of an operation are assumed, an answer as to any unknown path or method says that it is elsewhere. */
function ofPath(call: Call, named: readonly NamedCall[], description: Description): readonly Sighting[] {
  const { operationId, credential, response } = call;
  if (operationId === undefined || credential !== "own" || response === undefined) return [];
  const { method, path } = description.operation(operationId);
  const own = description.marks.filter((mark) => {
    const isOfPath = mark[0] === "paths" && mark[1] === path;
    return isOfPath && ((mark.length === 3 && mark[2] === method.toLowerCase()) || mark[2] === "parameters");
  });
  if (own.length === 0) return [];
  const nowhere = named.filter(({ outcome }) => outcome === "route-unknown" || outcome === "method-not-allowed");
  const isElsewhere = [404, 405].includes(response.status) && nowhere.some((other) => isAlike(other.call, call));
  const differs = `${method} ${path} gets ${response.status}, as ${response.status === 404 ? "an unknown path" : "an unknown method"} does`;
  return own.map((mark) => ({
    path: mark,
    documented: false,
    entry: call,
    outcome: operationId,
    ...(isElsewhere && { differs }),
  }));
}

const partsOfWebhook = ["url", "name", "events"];

/** A request with the described names that is taken shows them; so does a rejected one that is taken with other names. */
function ofCreation(call: Call, calls: readonly Call[]): readonly Sighting[] {
  const names = namesSent(call);
  if (call.operationId !== "createWebhook" || names !== "events,name,url") return [];
  const { url } = call.request.members;
  const later = calls.find(
    (other) => isSuccess(other) && other.request.members.url === url && namesSent(other) !== names,
  );
  if (!isSuccess(call) && (!wasRejected(call) || later === undefined)) return [];
  const schema = ["paths", "/webhook", "post", "requestBody", "content", "application/json", "schema", "properties"];
  return partsOfWebhook.map((name) => ({
    path: [...schema, name],
    documented: false,
    entry: call,
    outcome: "createWebhook",
    ...(!isSuccess(call) && { differs: "a webhook is created with other names only" }),
  }));
}

/** As they are on the wire. */
function namesSent({ request }: Call): string {
  const sent = parseJson(request.text ?? "");
  return Object.keys(isObject(sent) ? sent : request.members)
    .toSorted()
    .join();
}

function ofNotifications(
  trace: readonly TraceEntry[],
  hooks: readonly Hook[],
  description: Description,
  judge: Judge,
): readonly Sighting[] {
  const tests = testDeliveries(trace, hooks);
  return hooks.flatMap(({ deliveries }) =>
    deliveries.flatMap((delivery) =>
      tests.has(delivery)
        ? ofTest(delivery.first, description, judge)
        : ofEvent(delivery.first, String(delivery.event), description, judge),
    ),
  );
}

function ofEvent(arrival: Arrival, event: string, description: Description, judge: Judge): readonly Sighting[] {
  const schema = description.notification(event);
  if (schema === undefined || event === "webhook.test") return [];
  return judge.body(schema, arrival.json).nodes.map((node) => ({ ...node, entry: arrival, outcome: event }));
}

/** What a test tells is not documented, so that only the described event says what its data should be. */
function ofTest(arrival: Arrival, description: Description, judge: Judge): readonly Sighting[] {
  const event = isObject(arrival.json) ? arrival.json.event : undefined;
  const outcome = "test delivery";
  const differs = event === "webhook.test" ? undefined : `the event is ${JSON.stringify(event)}`;
  const node: Sighting = { path: ["webhooks", "webhook.test", "post"], documented: false, entry: arrival, outcome };
  const schema = description.notification("webhook.test");
  const below = schema === undefined ? [] : judge.body(schema, arrival.json).nodes;
  // The constant name of the event has been told above.
  const nodes = below.filter(({ path }) => path.at(-1) !== "event");
  return [
    differs === undefined ? node : { ...node, differs },
    ...nodes.map((each) => ({ ...each, entry: arrival, outcome })),
  ];
}
