import type { Defect } from "../defects/defect.ts";

const list = "src/domain/notification.ts";
const charges = "src/domain/decide/charges.ts";
const subscriptions = "src/domain/decide/subscriptions.ts";
const payouts = "src/domain/decide/payouts.ts";

const completed = 'context.raise(ids.companyId, { name: "withdraw.completed", withdrawal: settled }),';
const paid = 'raise(context, "charge.paid", paid)];';
const released = `"release-hold": ({ world }, { companyId, chargeId }) => {
    const { amountCents } = existing(existing(world.companies, companyId).holds, chargeId);
    const outcome = { type: "hold-released", companyId, chargeId } as const;
    return accept(outcome, { type: "HoldReleased", companyId, chargeId, amountCents });`;

export const eventsDefects: readonly Defect[] = [
  {
    id: "processing-not-selectable",
    breaks: ["events.list-charges"],
    file: list,
    find: '  "charge.processing",\n',
    replace: "",
  },
  {
    id: "failed-billing-not-selectable",
    breaks: ["events.list-subscriptions"],
    file: list,
    find: '  "subscription.charge.failed",\n',
    replace: "",
  },
  {
    id: "withdrawal-event-called-otherwise-in-list",
    breaks: ["events.list-withdrawal"],
    file: list,
    find: '  "withdraw.completed",\n',
    replace: '  "withdrawal.completed",\n',
  },
  {
    id: "chargeback-event-called-otherwise-in-list",
    breaks: ["events.list-chargeback"],
    file: list,
    find: '  "dispute.chargeback",\n',
    replace: '  "charge.chargeback",\n',
  },
  {
    id: "new-charges-untold",
    breaks: ["events.charge-pending"],
    file: charges,
    find: 'raise(context, "charge.pending", charge),',
    replace: "",
  },
  {
    id: "processing-told-before-it-begins",
    breaks: ["events.charge-processing"],
    file: charges,
    find: 'raise(context, "charge.processing", moved)',
    replace: 'raise(context, "charge.processing", charge)',
  },
  {
    id: "payment-told-before-it-is-written-down",
    breaks: ["events.charge-paid"],
    also: ["charge-payload.paid-at"],
    because: "A charge that is not paid yet has no paidAt.",
    file: charges,
    find: paid,
    replace: 'raise(context, "charge.paid", charge)];',
  },
  {
    id: "payment-told-twice",
    breaks: ["events.charge-paid"],
    file: charges,
    find: paid,
    replace: 'raise(context, "charge.paid", paid), raise(context, "charge.paid", paid)];',
  },
  {
    id: "expiry-untold",
    breaks: ["events.charge-expired"],
    file: charges,
    find: ', raise(context, "charge.expired", moved));',
    replace: ");",
  },
  {
    id: "expiry-told-as-payment",
    breaks: ["events.charge-expired"],
    also: ["events.charge-paid", "charge-payload.paid-at"],
    because: "The expiry comes as a payment, which it is not.",
    file: charges,
    find: 'raise(context, "charge.expired", moved)',
    replace: 'raise(context, "charge.paid", moved)',
  },
  {
    id: "reserved-event-fired-with-payment",
    breaks: ["events.charge-received-never"],
    file: charges,
    find: paid,
    replace: `raise(context, "charge.paid", paid), received(raise(context, "charge.paid", paid))];
}

function received(raised: WorldEvent): WorldEvent {
  if (raised.type !== "NotificationRaised") return raised;
  return { ...raised, name: "charge.received", body: raised.body.replace("charge.paid", "charge.received") };`,
  },
  {
    id: "authorization-untold",
    breaks: ["events.subscription-authorized"],
    file: subscriptions,
    find: 'raise(context, "subscription.authorized", { ...subscription, status: "AUTHORIZED", authorizedAt: at }),',
    replace: "",
  },
  {
    id: "refusal-told-as-authorization",
    breaks: ["events.subscription-rejected"],
    also: ["webhooks.own-events"],
    because: "A webhook waits for the event that never comes.",
    file: subscriptions,
    find: 'raise(context, "subscription.rejected", {',
    replace: 'raise(context, "subscription.authorized", {',
  },
  {
    id: "paid-billing-untold",
    breaks: ["events.subscription-charge-paid"],
    file: subscriptions,
    find: "changed(subscription, { ...paid, nextBillingAt }, told);",
    replace: "changed(subscription, { ...paid, nextBillingAt });",
  },
  {
    id: "failed-billing-untold",
    breaks: ["events.subscription-charge-failed"],
    file: subscriptions,
    find: 'raise(context, "subscription.charge.failed", subscription),',
    replace: "",
  },
  {
    id: "manual-withdrawal-untold",
    breaks: ["events.withdraw-completed"],
    file: payouts,
    find: completed,
    replace: `...(withdrawal.origin === "AUTOMATIC" ? [${completed.slice(0, -1)}] : []),`,
  },
  {
    id: "withdrawal-told-twice",
    breaks: ["events.withdraw-completed"],
    file: payouts,
    find: completed,
    replace: `${completed} ${completed}`,
  },
  {
    id: "withdrawal-told-twice-in-other-words",
    breaks: ["events.withdraw-completed"],
    file: payouts,
    find: completed,
    replace: `${completed.replace("withdrawal: settled", "withdrawal: { ...settled, endToEndId: null }")} ${completed}`,
  },
  {
    id: "automatic-withdrawal-untold",
    breaks: ["events.withdraw-completed-automatic"],
    file: payouts,
    find: completed,
    replace: `...(withdrawal.origin === "AUTOMATIC" ? [] : [${completed.slice(0, -1)}]),`,
  },
  {
    id: "withdrawal-told-when-its-code-is-right",
    breaks: ["events.withdraw-completed-not-before"],
    also: ["events.withdraw-completed"],
    because: "It is told again when it is paid.",
    file: "src/domain/decide/withdrawals.ts",
    find: "awaitingOtp(confirm),",
    replace: `awaitingOtp((context, withdrawal, otp, command) => {
      const { outcome, events } = confirm(context, withdrawal, otp, command);
      if (outcome.type !== "code-accepted") return { outcome, events };
      const told = { ...withdrawal, status: "APPROVED", endToEndId: "E99999004202603021200abcdefghijk" } as const;
      return { outcome, events: [...events, context.raise(withdrawal.companyId, { name: "withdraw.completed", withdrawal: told })] };
    }),`,
  },
  {
    id: "chargeback-untold",
    breaks: ["events.dispute-chargeback"],
    file: charges,
    find: 'changed(charge, reversal(context, charge, "ChargeChargedBack"), notified);',
    replace: 'changed(charge, reversal(context, charge, "ChargeChargedBack"));',
  },
  {
    id: "release-told-as-payment",
    breaks: ["events.none-for-release"],
    file: charges,
    find: released,
    replace: `"release-hold": (context, { companyId, chargeId }) => {
    const { world } = context;
    const { amountCents } = existing(existing(world.companies, companyId).holds, chargeId);
    const outcome = { type: "hold-released", companyId, chargeId } as const;
    const told = raise(context, "charge.paid", existing(world.charges, chargeId));
    return accept(outcome, { type: "HoldReleased", companyId, chargeId, amountCents }, told);`,
  },
];
