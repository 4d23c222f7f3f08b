import { existing } from "../../domain/world.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { outcomeView } from "../reply/outcome-view.ts";
import { commandHandler, type Handlers } from "../server/handler.ts";
import { subscriptionView } from "../view/subscription-view.ts";
import { newestFirst } from "./newest-first.ts";

/** Automatic PIX: what the customer and the customer's bank do. */
export const subscriptionHandlers = {
  createSubscription: commandHandler(({ body }, companyId) => ({ ...body, type: "create-subscription", companyId })),
  listSubscriptions: {
    answer: ({ query }, session) =>
      session.read(({ world }, { subscriptionIds }) => {
        const page = newestFirst(subscriptionIds, query).map((id) => existing(world.subscriptions, id));
        return { type: "subscriptions-listed", subscriptions: page.map((each) => subscriptionView(world, each)) };
      }),
  },
  getSubscription: {
    answer: ({ params }, session) =>
      session.read((moment, { companyId }) => {
        const found = moment.world.subscriptions.get(params.subscriptionId);
        if (found?.companyId !== companyId) return outcomeView({ type: "subscription-unknown", ...params }, moment);
        return { type: "subscription-read", ...subscriptionView(moment.world, found) };
      }),
  },
  changeSubscription: commandHandler(({ params, body }, companyId) => {
    return { ...body, ...params, type: "change-subscription", companyId };
  }),
  authorizeSubscription: commandHandler(({ params }, companyId) => ({
    ...params,
    type: "authorize-subscription",
    companyId,
  })),
  rejectSubscription: commandHandler(({ params }, companyId) => ({
    ...params,
    type: "reject-subscription",
    companyId,
  })),
  chargeSubscription: commandHandler(({ params, body }, companyId) => {
    return { ...params, type: "bill-subscription", companyId, scheduled: false, outcome: body?.outcome };
  }),
} satisfies Partial<Handlers<operations>>;
