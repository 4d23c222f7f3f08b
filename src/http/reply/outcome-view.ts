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
import { chargeView } from "../view/charge-view.ts";
import { companyView } from "../view/company-view.ts";
import { deliveryShape, deliveryView } from "../view/delivery-view.ts";
import { faultView } from "../view/fault-view.ts";
import { withIsoInstants } from "../view/instant-text.ts";
import { routesView } from "../view/routes-view.ts";
import { subscriptionView } from "../view/subscription-view.ts";
import { webhookWithSecret, webhookWithSecretShape } from "../view/webhook-view.ts";
import { withdrawalShape, withdrawalView } from "../view/withdrawal-view.ts";

/** How an outcome of the domain looks to a client. */
interface Presentation<T extends SuccessType> {
  /** The fields of its view, of an outcome of the simulated interface: an overlay can name any of them. */
  readonly shape?: ObjectShape;
  /** Reads the view from the world. */
  view(outcome: OutcomeOf<T>, moment: Moment): object;
}

type SuccessType = Success["type"];
type Naming<Id extends string> = Readonly<Record<Id, string>>;

const withdrawal = {
  shape: withdrawalShape,
  view: ({ withdrawId }: Naming<"withdrawId">, { world }: Moment) =>
    withdrawalView(existing(world.withdrawals, withdrawId)),
};
const charge = {
  view: ({ chargeId }: Naming<"chargeId">, { world }: Moment) => chargeView(world, existing(world.charges, chargeId)),
};
const subscription = {
  view: ({ subscriptionId }: Naming<"subscriptionId">, { world }: Moment) =>
    subscriptionView(world, existing(world.subscriptions, subscriptionId)),
};
const company = {
  view: ({ companyId }: Naming<"companyId">, { world }: Moment) => companyView(existing(world.companies, companyId)),
};
const webhook = {
  shape: webhookWithSecretShape,
  view: ({ webhookId }: Naming<"webhookId">, { world }: Moment) =>
    webhookWithSecret(world, existing(world.webhooks, webhookId)),
};
const delivery = {
  shape: deliveryShape,
  view: ({ deliveryId }: Naming<"deliveryId">, { world }: Moment) =>
    deliveryView(world, existing(world.deliveries, deliveryId)),
};
const fault = {
  view: ({ faultId }: Naming<"faultId">, { world, at }: Moment) => {
    const added = world.faults.list.find((each) => each.faultId === faultId);
    if (added === undefined) throw new Error(`the world has no ${faultId}`);
    return faultView(added, at);
  },
};
const nothing = { view: () => ({}) };

const presentations: { readonly [T in SuccessType]: Presentation<T> } = {
  "world-created": nothing,
  "clock-set": nothing,
  "time-reached": nothing,
  "settings-changed": { view: (_, { world }) => world.settings },
  "routes-set": { view: (_, { world }) => ({ routes: routesView(world.routes) }) },
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
  "faults-removed": { view: ({ faultIds }) => ({ faultIds }) },
  "call-fault-applied": nothing,
  "call-counted": nothing,
};

/** The fields that overlays can name, of the outcomes of commands; all say the `position` that they were taken at. */
export const commandShapes: OutcomeShapes = Object.fromEntries([
  ...Object.entries(presentations).flatMap(([type, { shape }]) =>
    shape ? [[type, { ...shape, position: true }]] : [],
  ),
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
