import type { Outcome, OutcomeOf, Success } from "../../domain/outcome.ts";
import {
  isRejection,
  type Rejection,
  rejectionFields,
  rejectionMessage,
  rejectionTypes,
} from "../../domain/rejection.ts";
import { existing } from "../../domain/world.ts";
import type { Moment } from "../../engine/world/moment.ts";
import type { OutcomeShapes, View } from "../../spec/renderer.ts";
import type { ObjectShape } from "../../spec/shape.ts";
import { chargeShape, chargeView } from "../view/charge-view.ts";
import { companyShape, companyView } from "../view/company-view.ts";
import { deliveryShape, deliveryView } from "../view/delivery-view.ts";
import { faultShape, faultView } from "../view/fault-view.ts";
import { withIsoInstants } from "../view/instant-text.ts";
import { routesView, settingsShape } from "../view/settings-view.ts";
import { subscriptionShape, subscriptionView } from "../view/subscription-view.ts";
import { webhookWithSecret, webhookWithSecretShape } from "../view/webhook-view.ts";
import { withdrawalShape, withdrawalView } from "../view/withdrawal-view.ts";

/** How an outcome of the domain looks to a client: the fields of its view, and how they are read from the world. */
interface Presentation<T extends SuccessType> {
  readonly shape: ObjectShape;
  view(outcome: OutcomeOf<T>, moment: Moment): object;
}

type SuccessType = Success["type"];
type WithdrawalOutcome = Extract<Outcome, { withdrawId: string; companyId: string }>["type"];
type ChargeOutcome = Extract<Outcome, { chargeId: string; companyId: string }>["type"];
type SubscriptionOutcome = Extract<Outcome, { subscriptionId: string; companyId: string }>["type"];
type DeliveryOutcome = Extract<Outcome, { deliveryId: string; companyId: string }>["type"];
type CompanyOutcome =
  | "company-added"
  | "company-changed"
  | "automatic-withdrawal-made"
  | "automatic-withdrawal-skipped";

const withdrawal: Presentation<WithdrawalOutcome> = {
  shape: withdrawalShape,
  view: ({ withdrawId }, { world }) => withdrawalView(existing(world.withdrawals, withdrawId)),
};
const charge: Presentation<ChargeOutcome> = {
  shape: chargeShape,
  view: ({ chargeId }, { world }) => chargeView(world, existing(world.charges, chargeId)),
};
const subscription: Presentation<SubscriptionOutcome> = {
  shape: subscriptionShape,
  view: ({ subscriptionId }, { world }) => subscriptionView(world, existing(world.subscriptions, subscriptionId)),
};
const company: Presentation<CompanyOutcome> = {
  shape: companyShape,
  view: ({ companyId }, { world }) => companyView(existing(world.companies, companyId)),
};
const settings: Presentation<"settings-changed"> = { shape: settingsShape, view: (_, { world }) => world.settings };
const routes: Presentation<"routes-set"> = {
  shape: { routes: true },
  view: (_, { world }) => ({ routes: routesView(world.routes) }),
};
const webhook: Presentation<"webhook-created" | "webhook-changed"> = {
  shape: webhookWithSecretShape,
  view: ({ webhookId }, { world }) => webhookWithSecret(world, existing(world.webhooks, webhookId)),
};
const delivery: Presentation<DeliveryOutcome> = {
  shape: deliveryShape,
  view: ({ deliveryId }, { world }) => deliveryView(world, existing(world.deliveries, deliveryId)),
};
const fault: Presentation<"fault-added"> = {
  shape: faultShape,
  view: ({ faultId }, { world, at }) => {
    const added = world.faults.list.find((each) => each.faultId === faultId);
    if (added === undefined) throw new Error(`the world has no ${faultId}`);
    return faultView(added, at);
  },
};
const nothing: Presentation<SuccessType> = { shape: {}, view: () => ({}) };

const presentations: { readonly [T in SuccessType]: Presentation<T> } = {
  "world-created": nothing,
  "clock-set": nothing,
  "time-reached": nothing,
  "settings-changed": settings,
  "routes-set": routes,
  "bookmark-set": nothing,
  "bookmark-removed": nothing,
  "world-rewound": nothing,
  "company-added": company,
  "company-changed": company,
  "automatic-withdrawal-made": company,
  "automatic-withdrawal-skipped": company,
  "charge-created": charge,
  "charge-changed": charge,
  "hold-released": charge,
  "subscription-created": subscription,
  "subscription-changed": subscription,
  initiated: withdrawal,
  "code-accepted": withdrawal,
  "code-resent": withdrawal,
  cancelled: withdrawal,
  "withdrawal-approved": withdrawal,
  "withdrawal-declined": withdrawal,
  "withdrawal-settled": withdrawal,
  "webhook-created": webhook,
  "webhook-changed": webhook,
  "webhook-deleted": { shape: { webhookId: true }, view: ({ webhookId }) => ({ webhookId }) },
  "test-delivery-triggered": delivery,
  "delivery-requeued": delivery,
  "attempt-recorded": delivery,
  "fault-added": fault,
  "faults-removed": { shape: { faultIds: true }, view: ({ faultIds }) => ({ faultIds }) },
  "call-fault-applied": nothing,
  "call-counted": nothing,
};

/** The fields of every outcome of a command; all say the `position` that they were taken at. */
export const commandShapes: OutcomeShapes = Object.fromEntries([
  ...Object.entries(presentations).map(([type, { shape }]) => [type, { ...shape, position: true }]),
  ...rejectionTypes.map((type) => [type, shapeOfNames([...rejectionFields(type), "position"])]),
]);

function shapeOfNames(names: readonly string[]): ObjectShape {
  return Object.fromEntries(names.map((name) => [name, name === "problems" ? [{ at: true, message: true }] : true]));
}

/** What a client is told of a command's outcome, taken at the moment when the command was carried out. */
export function outcomeView(outcome: Outcome, moment: Moment): View {
  const fields = isRejection(outcome) ? rejectionView(outcome) : presentationOf(outcome.type).view(outcome, moment);
  return { ...fields, ...{ type: outcome.type, position: moment.position } };
}

/** A rejection shows its own fields, instants as text, and says what is wrong. */
function rejectionView(rejection: Rejection): object {
  const { type: _, ...fields } = rejection;
  return { ...withIsoInstants(fields), message: rejectionMessage(rejection) };
}

function presentationOf<T extends SuccessType>(type: T): Presentation<T> {
  return presentations[type];
}
