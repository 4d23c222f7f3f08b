import type { Description } from "../judge/description.ts";
import { type CauseOf, causesIn } from "../trace/cause.ts";
import { callsIn } from "../trace/find.ts";
import { orderOf } from "../trace/order.ts";
import type { Call, TraceEntry } from "../trace/trace.ts";
import { balanceReadings } from "./balances.ts";
import { codeLife } from "./code-life.ts";
import { decisionsIn } from "./decisions.ts";
import { floorsIn } from "./floor.ts";
import { historyReadings } from "./history.ts";
import { Identities } from "./identity.ts";
import { logReadings } from "./log.ts";
import { movementsIn } from "./movements.ts";
import { occurrencesIn } from "./occurrences.ts";
import { oddOutcomes, otherOutcomes } from "./other-outcomes.ts";
import { withdrawalOutcomes } from "./outcomes.ts";
import { paymentsIn } from "./payments.ts";
import { shownStates } from "./shown-states.ts";
import { sightingsIn } from "./sightings.ts";
import { simulationsIn } from "./simulations.ts";
import { hooksIn } from "./webhooks.ts";
import { withdrawalRequests } from "./withdrawal-requests.ts";

/** All that a run has seen, as clauses judge it. */
export type Seen = ReturnType<typeof seenIn>;

/** `isPartial`: requests may be missing, as in a recording. */
export function seenIn(whole: readonly TraceEntry[], description: Description, isPartial = false) {
  const causeOf = causesIn(whole, description);
  const isBefore = orderOf(whole);
  const calls = callsIn(whole);
  // Without the calls that were not answered by their operation.
  const trace = whole.filter((entry) => entry.kind !== "call" || isAnswered(entry, causeOf));
  const troubled = calls.filter((call) => ["operation", "transport"].includes(causeOf(call)));
  const requests = withdrawalRequests(whole, isPartial, causeOf);
  const life = codeLife(requests);
  const named = oddOutcomes([...withdrawalOutcomes(requests, life, trace), ...otherOutcomes(troubled, description)]);
  const decisions = decisionsIn(trace, requests);
  const pages = historyReadings(trace, requests.withdrawals);
  const balances = balanceReadings(trace);
  const payments = paymentsIn(trace, requests, pages, decisions);
  const lost = calls.filter((call) => causeOf(call) === "transport");
  const hooks = hooksIn(trace, description.names.secret, lost);
  const common = { trace, ...requests, isBefore, decisions, balances, payments };
  return {
    ...common,
    whole,
    causeOf,
    life,
    /** Every call whose outcome the trace tells. */
    named,
    /** Without further pages of those that are shown in pages; in `pages` each page is a reading. */
    histories: pages.filter(({ call }) => call.request.isPage === undefined),
    pages,
    identities: new Identities(pages, requests.withdrawals),
    movements: movementsIn({ ...common, lost }),
    floors: floorsIn(trace, requests, payments),
    hooks,
    logs: logReadings(trace, hooks),
    occurrences: occurrencesIn(trace),
    /** What histories say of the run's own withdrawals. */
    shownStates: shownStates(pages, decisions),
    simulations: simulationsIn(trace, description),
    /** What all responses and notifications show of the description's nodes. */
    sightings: sightingsIn(whole, named, hooks, description),
  };
}

/** A request that only the dashboard may make is as well rejected by there being nothing at its path. */
function isAnswered(call: Call, causeOf: CauseOf): boolean {
  const cause = causeOf(call);
  return cause === "operation" || (cause === "path" && onlyOfDashboard.includes(call.operationId ?? ""));
}

const onlyOfDashboard = ["updateWebhook", "replaceWebhook", "deleteWebhook"];
