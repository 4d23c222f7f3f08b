import { must } from "../../domain/world.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import type { OutcomeShapes } from "../../spec/renderer.ts";
import { outcomeView } from "../reply/outcome-view.ts";
import type { CompanyHandler, Handlers } from "../server/handler.ts";
import { subscriptionShape, subscriptionView } from "../view/subscription-view.ts";
import { newestFirst } from "./newest-first.ts";

export const subscriptionShapes: OutcomeShapes = {
  "subscriptions-listed": { subscriptions: [subscriptionShape] },
  "subscription-read": subscriptionShape,
};

type SubscriptionOperation =
  | "createSubscription"
  | "listSubscriptions"
  | "getSubscription"
  | "changeSubscription"
  | "authorizeSubscription"
  | "rejectSubscription"
  | "chargeSubscription";

const changed = ["subscription-changed", "subscription-unknown"] as const;

/** Automatic PIX: what the customer and the customer's bank do. */
export const subscriptionHandlers: Handlers<Pick<operations, SubscriptionOperation>> = {
  createSubscription: {
    outcomes: ["subscription-created", "value-not-allowed"],
    answer: ({ body }, session) =>
      session.execute({ ...body, type: "create-subscription", companyId: session.companyId }),
  },
  listSubscriptions: {
    outcomes: ["subscriptions-listed"],
    answer: ({ query }, session) =>
      session.read(({ world }, { subscriptionIds }) => {
        const page = newestFirst(subscriptionIds, query).map((id) => {
          return subscriptionView(world, must(world.subscriptions, id));
        });
        return { type: "subscriptions-listed", subscriptions: page };
      }),
  },
  getSubscription: {
    outcomes: ["subscription-read", "subscription-unknown"],
    answer: ({ params: { subscriptionId } }, session) =>
      session.read((moment, { companyId }) => {
        const subscription = moment.world.subscriptions.get(subscriptionId);
        if (subscription?.companyId === companyId) {
          return { type: "subscription-read", ...subscriptionView(moment.world, subscription) };
        }
        return outcomeView({ type: "subscription-unknown", subscriptionId }, moment);
      }),
  },
  changeSubscription: {
    outcomes: changed,
    answer: ({ params: { subscriptionId }, body }, session) =>
      session.execute({ ...body, type: "change-subscription", companyId: session.companyId, subscriptionId }),
  },
  authorizeSubscription: decideOn("authorize-subscription"),
  rejectSubscription: decideOn("reject-subscription"),
  chargeSubscription: {
    outcomes: [...changed, "subscription-state-conflict"],
    answer: ({ params: { subscriptionId }, body }, session) =>
      session.execute({
        type: "bill-subscription",
        companyId: session.companyId,
        subscriptionId,
        scheduled: false,
        outcome: body?.outcome,
      }),
  },
};

function decideOn(
  type: "authorize-subscription" | "reject-subscription",
): CompanyHandler<operations["authorizeSubscription"]> {
  return {
    outcomes: [...changed, "subscription-state-conflict"],
    answer: ({ params: { subscriptionId } }, session) =>
      session.execute({ type, companyId: session.companyId, subscriptionId }),
  };
}
