import type { Description } from "../judge/description.ts";
import { type CauseOf, causesIn } from "../trace/cause.ts";
import { callsIn } from "../trace/find.ts";
import { type IsBefore, orderOf } from "../trace/order.ts";
import type { Call, TraceEntry } from "../trace/trace.ts";
import { type BalanceReading, balanceReadings } from "./balances.ts";
import { type CodeLife, codeLife } from "./code-life.ts";
import { type Decisions, decisionsIn } from "./decisions.ts";
import { type Floor, floorsIn } from "./floor.ts";
import { type HistoryReading, historyReadings } from "./history.ts";
import { Identities } from "./identity.ts";
import { type LogReading, logReadings } from "./log.ts";
import { type Movement, movementsIn } from "./movements.ts";
import { type Occurrence, occurrencesIn } from "./occurrences.ts";
import { oddOutcomes, otherOutcomes } from "./other-outcomes.ts";
import { type NamedCall, withdrawalOutcomes } from "./outcomes.ts";
import { type Payment, paymentsIn } from "./payments.ts";
import { type ShownState, shownStates } from "./shown-states.ts";
import { type Sighting, sightingsIn } from "./sightings.ts";
import { type Simulation, simulationsIn } from "./simulations.ts";
import { type Hook, hooksIn } from "./webhooks.ts";
import { withdrawalRequests } from "./withdrawal-requests.ts";
import type { WithdrawalRequests } from "./withdrawals.ts";

/** All that a run has seen, as clauses judge it. */
export interface Seen extends WithdrawalRequests {
  /** Without the calls that were not answered by their operation. */
  readonly trace: readonly TraceEntry[];
  /** With them. */
  readonly whole: readonly TraceEntry[];
  readonly causeOf: CauseOf;
  readonly isBefore: IsBefore;
  readonly life: CodeLife;
  readonly hooks: readonly Hook[];
  readonly balances: readonly BalanceReading[];
  /** Without further pages of those that are shown in pages. */
  readonly histories: readonly HistoryReading[];
  /** With them: each page is a reading. */
  readonly pages: readonly HistoryReading[];
  readonly decisions: Decisions;
  readonly identities: Identities;
  readonly payments: readonly Payment[];
  readonly movements: readonly Movement[];
  readonly floors: readonly Floor[];
  readonly logs: readonly LogReading[];
  readonly occurrences: readonly Occurrence[];
  /** What histories say of the run's own withdrawals. */
  readonly shownStates: readonly ShownState[];
  readonly simulations: readonly Simulation[];
  /** Every call whose outcome the trace tells. */
  readonly named: readonly NamedCall[];
  /** What all responses and notifications show of the description's nodes. */
  readonly sightings: readonly Sighting[];
}

/** `isPartial`: requests may be missing, as in a recording. */
export function seenIn(whole: readonly TraceEntry[], description: Description, isPartial = false): Seen {
  const causeOf = causesIn(whole, description);
  const isBefore = orderOf(whole);
  const calls = callsIn(whole);
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
    named,
    histories: pages.filter(({ call }) => call.request.isPage === undefined),
    pages,
    identities: new Identities(pages, requests.withdrawals),
    movements: movementsIn({ ...common, lost }),
    floors: floorsIn(trace, requests, payments),
    hooks,
    logs: logReadings(trace, hooks),
    occurrences: occurrencesIn(trace),
    shownStates: shownStates(pages, decisions),
    simulations: simulationsIn(trace, description),
    sightings: sightingsIn(whole, named, hooks, description),
  };
}

/** A request that only the dashboard may make is as well rejected by there being nothing at its path. */
function isAnswered(call: Call, causeOf: CauseOf): boolean {
  const cause = causeOf(call);
  return cause === "operation" || (cause === "path" && onlyOfDashboard.includes(call.operationId ?? ""));
}

const onlyOfDashboard = ["updateWebhook", "replaceWebhook", "deleteWebhook"];
