import { type Defect, planted } from "../defects/defect.ts";

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
  ...planted(list, '  "charge.processing",\n', {
    "processing-not-selectable breaks events.list-charges": "",
  }),
  ...planted(list, '  "subscription.charge.failed",\n', {
    "failed-billing-not-selectable breaks events.list-subscriptions": "",
  }),
  ...planted(list, '  "withdraw.completed",\n', {
    "withdrawal-event-called-otherwise-in-list breaks events.list-withdrawal": '  "withdrawal.completed",\n',
  }),
  ...planted(list, '  "dispute.chargeback",\n', {
    "chargeback-event-called-otherwise-in-list breaks events.list-chargeback": '  "charge.chargeback",\n',
  }),
  ...planted(charges, 'raise(context, "charge.pending", charge),', {
    "new-charges-untold breaks events.charge-pending": "",
  }),
  ...planted(charges, 'raise(context, "charge.processing", moved)', {
    "processing-told-before-it-begins breaks events.charge-processing": 'raise(context, "charge.processing", charge)',
  }),
  ...planted(charges, paid, {
    "payment-told-before-it-is-written-down breaks events.charge-paid": {
      replace: 'raise(context, "charge.paid", charge)];',
      also: ["charge-payload.paid-at"],
      because: "A charge that is not paid yet has no paidAt.",
    },
    "payment-told-twice breaks events.charge-paid":
      'raise(context, "charge.paid", paid), raise(context, "charge.paid", paid)];',
    "reserved-event-fired-with-payment breaks events.charge-received-never": `raise(context, "charge.paid", paid), received(raise(context, "charge.paid", paid))];
}

function received(raised: WorldEvent): WorldEvent {
  if (raised.type !== "NotificationRaised") return raised;
  return { ...raised, name: "charge.received", body: raised.body.replace("charge.paid", "charge.received") };`,
  }),
  ...planted(charges, ', raise(context, "charge.expired", moved));', {
    "expiry-untold breaks events.charge-expired": ");",
  }),
  ...planted(charges, 'raise(context, "charge.expired", moved)', {
    "expiry-told-as-payment breaks events.charge-expired": {
      replace: 'raise(context, "charge.paid", moved)',
      also: ["events.charge-paid", "charge-payload.paid-at"],
      because: "The expiry comes as a payment, which it is not.",
    },
  }),
  ...planted(
    subscriptions,
    'raise(context, "subscription.authorized", { ...subscription, status: "AUTHORIZED", authorizedAt: at }),',
    {
      "authorization-untold breaks events.subscription-authorized": "",
    },
  ),
  ...planted(subscriptions, 'raise(context, "subscription.rejected", {', {
    "rejection-told-as-authorization breaks events.subscription-rejected": {
      replace: 'raise(context, "subscription.authorized", {',
      also: ["webhooks.own-events"],
      because: "A webhook waits for the event that never comes.",
    },
  }),
  ...planted(subscriptions, "changed(subscription, { ...paid, nextBillingAt }, told);", {
    "paid-billing-untold breaks events.subscription-charge-paid": "changed(subscription, { ...paid, nextBillingAt });",
    "paid-billing-told-twice breaks events.subscription-charge-paid": `changed(
    subscription,
    { ...paid, nextBillingAt },
    told,
    context.raise(companyId, { name: "subscription.charge.paid", subscription, chargeId }),
  );`,
  }),
  ...planted(subscriptions, 'raise(context, "subscription.charge.failed", subscription),', {
    "failed-billing-untold breaks events.subscription-charge-failed": "",
  }),
  ...planted(payouts, completed, {
    "manual-withdrawal-untold breaks events.withdraw-completed": `...(withdrawal.origin === "AUTOMATIC" ? [${completed.slice(0, -1)}] : []),`,
    "withdrawal-told-twice breaks events.withdraw-completed": `${completed} ${completed}`,
    "withdrawal-told-twice-in-other-words breaks events.withdraw-completed": `${completed.replace("withdrawal: settled", "withdrawal: { ...settled, endToEndId: null }")} ${completed}`,
    "automatic-withdrawal-untold breaks events.withdraw-completed-automatic": `...(withdrawal.origin === "AUTOMATIC" ? [] : [${completed.slice(0, -1)}]),`,
  }),
  ...planted("src/domain/decide/withdrawals.ts", "awaitingOtp(confirm),", {
    "withdrawal-told-when-its-code-is-right breaks events.withdraw-completed-not-before": {
      replace: `awaitingOtp((context, withdrawal, otp, command) => {
      const { outcome, events } = confirm(context, withdrawal, otp, command);
      if (outcome.type !== "code-accepted") return { outcome, events };
      const told = { ...withdrawal, status: "APPROVED", endToEndId: "E99999004202603021200abcdefghijk" } as const;
      return { outcome, events: [...events, context.raise(withdrawal.companyId, { name: "withdraw.completed", withdrawal: told })] };
    }),`,
      also: ["events.withdraw-completed"],
      because: "It is told again when it is paid.",
    },
  }),
  ...planted(charges, 'changed(charge, reversal(context, charge, "ChargeChargedBack"), notified);', {
    "chargeback-untold breaks events.dispute-chargeback":
      'changed(charge, reversal(context, charge, "ChargeChargedBack"));',
    "chargeback-told-twice breaks events.dispute-chargeback": `changed(
      charge,
      reversal(context, charge, "ChargeChargedBack"),
      notified,
      raise(context, "dispute.chargeback", { ...charge, reversal: "CHARGEBACK" }),
    );`,
  }),
  ...planted(charges, released, {
    "release-told-as-payment breaks events.none-for-release": `"release-hold": (context, { companyId, chargeId }) => {
    const { world } = context;
    const { amountCents } = existing(existing(world.companies, companyId).holds, chargeId);
    const outcome = { type: "hold-released", companyId, chargeId } as const;
    const told = raise(context, "charge.paid", existing(world.charges, chargeId));
    return accept(outcome, { type: "HoldReleased", companyId, chargeId, amountCents }, told);`,
  }),
  ...planted("src/domain/decide/withdrawals.ts", '{ type: "WithdrawalCancelled", ...ids, value }', {
    "cancelled-withdrawal-told-as-completed breaks events.withdraw-completed-not-before": `{ type: "WithdrawalCancelled", ...ids, value },
      _context.raise(ids.companyId, { name: "withdraw.completed", withdrawal })`,
  }),
];
