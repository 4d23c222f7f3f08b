import { Temporal } from "temporal-polyfill";
import { documentedOperation } from "../../src/verbs/documented.ts";
import { actingFor, type DraftStep, type RecordedEvent } from "./draft.ts";
import type { KnownTerms } from "./known-terms.ts";

/** The events of one command. */
export type RecordedCommand = readonly [RecordedEvent, ...RecordedEvent[]];

interface Context {
  readonly known: KnownTerms;
  /** The company whose key the scenario sends. */
  readonly own: string;
}

type Payload = Readonly<Record<string, unknown>>;

/** The operation of the control plane behind an event. What it takes is in the event, by the same names. */
interface Act {
  readonly operationId: string;
  /** The id of what it makes, which later steps can need. */
  readonly makes?: string;
  /** The id of what time can do this to as well. */
  readonly due?: string;
  /** What was decided, where its body says that. */
  readonly outcome?: string;
  /** What else is in its body. */
  readonly more?: (event: RecordedEvent, command: RecordedCommand, known: KnownTerms) => Payload;
}

const isPaid = (command: RecordedCommand) => command.find(({ type }) => type === "ChargePaid");

export const ACTS: Readonly<Record<string, Act>> = {
  SettingsChanged: {
    operationId: "changeSettings",
    more: ({ data }, _, known) => known.changed("settings", data.settings),
  },
  BookmarkSet: { operationId: "setBookmark" },
  BookmarkRemoved: { operationId: "removeBookmark" },
  CompanyAdded: {
    operationId: "addCompany",
    makes: "companyId",
    more: ({ data }, command) => given({ ...Object(data.profile), balance: isPaid(command)?.data.total }),
  },
  CompanyChanged: {
    operationId: "changeCompany",
    more: ({ data }, _, known) => known.changed(data.companyId, data.profile),
  },
  ChargeCreated: {
    operationId: "createCharge",
    makes: "chargeId",
    more: ({ at, data: { expiresAt } }, command) => ({
      ...(typeof expiresAt === "string" && { expiresIn: lasting(Date.parse(expiresAt) - Date.parse(at)) }),
      ...(isPaid(command) && { paid: true }),
    }),
  },
  ChargeProcessing: { operationId: "processCharge" },
  ChargePaid: { operationId: "payCharge" },
  ChargeExpired: { operationId: "expireCharge", due: "chargeId" },
  ChargeRefunded: { operationId: "refundCharge" },
  ChargeChargedBack: { operationId: "chargebackCharge" },
  SubscriptionCreated: { operationId: "createSubscription", makes: "subscriptionId" },
  SubscriptionChanged: { operationId: "changeSubscription" },
  SubscriptionAuthorized: { operationId: "authorizeSubscription" },
  SubscriptionRejected: { operationId: "rejectSubscription" },
  SubscriptionChargePaid: { operationId: "chargeSubscription", due: "subscriptionId", outcome: "PAID" },
  SubscriptionChargeFailed: { operationId: "chargeSubscription", due: "subscriptionId", outcome: "FAILED" },
  WithdrawalApproved: { operationId: "approveWithdrawal" },
  WithdrawalDeclined: { operationId: "declineWithdrawal" },
  WithdrawalSettled: { operationId: "settleWithdrawal", due: "withdrawId", outcome: "CONFIRMED" },
  WithdrawalFailed: { operationId: "settleWithdrawal", due: "withdrawId", outcome: "FAILED" },
  WebhookChanged: { operationId: "changeWebhook" },
  WebhookDeleted: { operationId: "deleteWebhook" },
  FaultAdded: { operationId: "addFault", makes: "faultId" },
};

/** Returns the steps that do again what a command of the control plane did; none for what only time does. */
export function actsOf(command: RecordedCommand, context: Context): readonly DraftStep[] {
  const event = command.find(({ type }) => type in ACTS || type === "FaultsRemoved");
  if (event?.type === "FaultsRemoved") return [event.data.faultIds].flat().map(removed);
  const act = ACTS[event?.type ?? ""];
  return act === undefined || event === undefined ? [] : stepsOf(act, event, command, context);
}

function removed(faultId: unknown): DraftStep {
  return { operation: ["control", "removeFault"], parameters: [{ name: "faultId", in: "path", value: faultId }] };
}

function stepsOf(
  { operationId, makes, due, outcome, more }: Act,
  event: RecordedEvent,
  command: RecordedCommand,
  { known, own }: Context,
): readonly DraftStep[] {
  const { data } = event;
  if (due !== undefined && known.isDue(data[due], event)) return [];
  const { inputs } = documentedOperation(operationId);
  const named = inputs.map(({ name, place }) => ({ name, place, value: data[name] }));
  const properties = named.filter(({ place }) => place === "body");
  const payload = {
    ...given(Object.fromEntries(properties.map(({ name, value }) => [name, value]))),
    ...given({ outcome }),
    ...more?.(event, command, known),
  };
  if (properties.length > 0 && Object.keys(payload).length === 0) return [];
  const inPath = named.flatMap(({ name, place, value }) => (place === "path" ? [{ name, in: place, value }] : []));
  return [
    {
      operation: ["control", operationId],
      parameters: [...inPath, ...actingFor(makes === "companyId" ? own : (data.companyId ?? own), own)],
      ...(properties.length > 0 && { payload }),
      ...(makes !== undefined && { shows: new Map([[String(data[makes]), `/${makes}`]]) }),
    },
  ];
}

/** Without what was not given, also within it: a customer without an id of its own gets the same one again. */
function given(payload: Payload): Payload {
  const entries = Object.entries(payload).filter(([, value]) => value !== null && value !== undefined);
  const isPart = (value: unknown) => typeof value === "object" && !Array.isArray(value);
  return Object.fromEntries(entries.map(([name, value]) => [name, isPart(value) ? given(Object(value)) : value]));
}

/** Returns a length of time in ISO 8601. */
export function lasting(ms: number): string {
  return Temporal.Duration.from({ milliseconds: ms }).round({ largestUnit: "days" }).toString();
}
