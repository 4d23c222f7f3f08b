import { actingFor, type DraftStep, type HistoryEvent } from "./draft.ts";
import type { KnownTerms } from "./known-terms.ts";

/** The events of one command. */
export type Command = readonly [HistoryEvent, ...HistoryEvent[]];

interface Context {
  readonly known: KnownTerms;
  /** The company whose key the scenario sends. */
  readonly own: string;
}

type Act = (event: HistoryEvent, command: Command, context: Context) => readonly DraftStep[];

/** Returns the steps that do again what a command of the control plane did; none for what only time does. */
export function actsOf(command: Command, context: Context): readonly DraftStep[] {
  const found = command.find(({ type }) => Object.hasOwn(ACTS, type));
  return found === undefined ? [] : (ACTS[found.type]?.(found, command, context) ?? []);
}

/** An operation on something in the path. */
function on(
  operationId: string,
  name: string,
  payloadOf: (event: HistoryEvent) => DraftStep["payload"] = () => undefined,
): Act {
  return (event, _command, { own }) => {
    const payload = payloadOf(event);
    const id = { name, in: "path", value: event.data[name] } as const;
    const parameters = [id, ...actingFor(event.data.companyId, own)];
    return [{ operation: ["control", operationId], parameters, ...(payload !== undefined && { payload }) }];
  };
}

/** The same, where time can do it, too. */
function unlessDue(name: string, act: Act): Act {
  return (event, command, context) =>
    context.known.isDue(event.data[name], event) ? [] : act(event, command, context);
}

/** Without what was not given. */
function given(payload: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== null && value !== undefined));
}

const expiresIn = ({ at, data: { expiresAt } }: HistoryEvent) =>
  typeof expiresAt === "string" ? lasting(Date.parse(expiresAt) - Date.parse(at)) : undefined;

/** Returns a length of time in ISO 8601. */
export function lasting(ms: number): string {
  const days = Math.floor(ms / 86_400_000);
  const left = ms - days * 86_400_000;
  const [hours, minutes, seconds] = [Math.floor(left / 3_600_000), Math.floor(left / 60_000) % 60, (left / 1_000) % 60];
  const units = [
    [hours, "H"],
    [minutes, "M"],
    [Number(seconds.toFixed(3)), "S"],
  ] as const;
  const time = units.map(([count, unit]) => (count === 0 ? "" : `${count}${unit}`)).join("");
  return `P${days === 0 ? "" : `${days}D`}${time === "" && days > 0 ? "" : `T${time === "" ? "0S" : time}`}`;
}

const settled = (outcome: string) =>
  unlessDue(
    "withdrawId",
    on("settleWithdrawal", "withdrawId", ({ data: { reason } }) => given({ outcome, reason })),
  );
const charged = (outcome: string) =>
  unlessDue(
    "subscriptionId",
    on("chargeSubscription", "subscriptionId", () => ({ outcome })),
  );

/** Makes something with an id that later steps can need. */
function creating(operationId: string, id: string, payloadOf: (event: HistoryEvent, command: Command) => object): Act {
  return (event, command, { own }) => [
    {
      operation: ["control", operationId],
      parameters: id === "companyId" ? [] : actingFor(event.data.companyId ?? own, own),
      payload: given({ ...payloadOf(event, command) }),
      shows: new Map([[String(event.data[id]), `/${id}`]]),
    },
  ];
}

/** A customer without an id of its own gets the same one again. */
function customerIn({ data: { customer } }: HistoryEvent) {
  return customer === null || customer === undefined ? undefined : given(Object(customer));
}

const ACTS: Readonly<Record<string, Act>> = {
  SettingsChanged: ({ data }, _command, { known }) => {
    const payload = known.changed("settings", data.settings);
    return Object.keys(payload).length === 0 ? [] : [{ operation: ["control", "changeSettings"], payload }];
  },
  BookmarkSet: ({ data: { name } }) => [{ operation: ["control", "setBookmark"], payload: { name } }],
  BookmarkRemoved: on("removeBookmark", "name"),
  CompanyAdded: creating("addCompany", "companyId", ({ data }, command) => {
    const opening = command.find(
      ({ type, data: charge }) => type === "ChargePaid" && charge.companyId === data.companyId,
    );
    return { ...Object(data.profile), balance: opening?.data.total };
  }),
  CompanyChanged: ({ data: { companyId, profile } }, _command, { known, own }) => {
    const payload = known.changed(companyId, profile);
    if (Object.keys(payload).length === 0) return [];
    return [{ operation: ["control", "changeCompany"], parameters: actingFor(companyId, own), payload }];
  },
  ChargeCreated: creating("createCharge", "chargeId", (event, command) => ({
    total: event.data.total,
    externalId: event.data.externalId,
    customer: customerIn(event),
    expiresIn: expiresIn(event),
    ...(command.some(({ type }) => type === "ChargePaid") && { paid: true }),
  })),
  ChargeProcessing: on("processCharge", "chargeId"),
  ChargePaid: on("payCharge", "chargeId"),
  ChargeExpired: unlessDue("chargeId", on("expireCharge", "chargeId")),
  ChargeRefunded: on("refundCharge", "chargeId"),
  ChargeChargedBack: on("chargebackCharge", "chargeId"),
  SubscriptionCreated: creating("createSubscription", "subscriptionId", (event) => {
    const { amountCents, interval, nextOutcome } = event.data;
    return { amountCents, interval, nextOutcome, customer: customerIn(event) };
  }),
  SubscriptionChanged: on("changeSubscription", "subscriptionId", ({ data: { amountCents, nextOutcome } }) => ({
    amountCents,
    nextOutcome,
  })),
  SubscriptionAuthorized: on("authorizeSubscription", "subscriptionId"),
  SubscriptionRejected: on("rejectSubscription", "subscriptionId"),
  SubscriptionChargePaid: charged("PAID"),
  SubscriptionChargeFailed: charged("FAILED"),
  WithdrawalApproved: on("approveWithdrawal", "withdrawId"),
  WithdrawalDeclined: on("declineWithdrawal", "withdrawId"),
  WithdrawalSettled: settled("CONFIRMED"),
  WithdrawalFailed: settled("FAILED"),
  WebhookChanged: on("changeWebhook", "webhookId", ({ data: { url, name, events } }) => given({ url, name, events })),
  WebhookDeleted: on("deleteWebhook", "webhookId"),
  FaultAdded: creating("addFault", "faultId", ({ data: { faultId: _, ...terms } }) => terms),
  FaultsRemoved: ({ data: { faultIds } }) =>
    (Array.isArray(faultIds) ? faultIds : []).map((faultId: unknown) => {
      return { operation: ["control", "removeFault"], parameters: [{ name: "faultId", in: "path", value: faultId }] };
    }),
};
