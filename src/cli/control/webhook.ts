import type { SaldoClient } from "../../client/saldo-client.ts";
import { carriedOut } from "../../client/unexpected-answer.ts";
import type { components } from "../../spec/generated/control-api.ts";
import { fields, table } from "./table.ts";
import { type Noun, verb } from "./verb.ts";

type Webhook = Awaited<ReturnType<SaldoClient["webhooks"]["list"]>>[number];
type Delivery = components["schemas"]["Delivery"];

function lastAttempt({ attempts }: Delivery): string | number | null {
  const attempt = attempts.at(-1);
  return attempt === undefined ? null : (attempt.httpStatus ?? attempt.failure);
}

/** `saldo webhook` */
export const webhookNoun: Noun = {
  name: "webhook",
  text: "list webhooks and their deliveries, deliver again, reactivate",
  usual: "list",
  verbs: [
    verb({
      usage: "list",
      text: "list the webhooks of the company, newest first",
      examples: ["list"],
      run: ({ client }) => client.webhooks.list(),
      show: (webhooks) =>
        table<Webhook>(
          webhooks,
          [
            ["WEBHOOK", ({ webhookId }) => webhookId],
            ["NAME", ({ name }) => name],
            ["STATE", ({ active }) => (active ? "active" : "deactivated")],
            ["URL", ({ url }) => url],
            ["EVENTS", ({ events }) => events.join(",")],
          ],
          "No webhooks. POST /webhook creates one.",
        ),
    }),
    verb<readonly Delivery[], { webhook?: string }>({
      usage: "deliveries",
      text: "list deliveries with their last result, newest first",
      options: [["--webhook <webhookId>", null, "only those of this webhook"]],
      examples: ["deliveries"],
      run: async ({ client: { control }, flags: { webhook: webhookId } }) => {
        const query = webhookId === undefined ? {} : { webhookId };
        return (await carriedOut(control.GET("/deliveries", { params: { query } }))).deliveries;
      },
      show: (deliveries) =>
        table<Delivery>(
          deliveries,
          [
            ["DELIVERY", ({ deliveryId }) => deliveryId],
            ["EVENT", ({ event }) => event],
            ["STATE", ({ state }) => state],
            ["ATTEMPTS", ({ attempts }) => attempts.length],
            ["LAST", lastAttempt],
            ["NEXT", ({ nextAttemptAt }) => nextAttemptAt],
            ["URL", ({ url }) => url],
          ],
          "No deliveries.",
        ),
    }),
    verb({
      usage: "redeliver <deliveryId>",
      text: "make one more attempt of a delivery",
      examples: ["redeliver dlv_4689c5a6128ea8b47734b904"],
      run: ({ client: { control }, args: [deliveryId = ""] }) =>
        carriedOut(control.POST("/deliveries/{deliveryId}/redeliver", { params: { path: { deliveryId } } })),
      show: () => "The attempt is on its way; saldo webhook deliveries shows its result.",
    }),
    verb({
      usage: "reactivate <webhookId>",
      text: "reactivate a webhook that five failures deactivated",
      examples: ["reactivate whk_5b602a9b4e54d0d45d26dd29"],
      run: ({ client, args: [webhookId = ""] }) => client.webhooks.reactivate(webhookId),
      show: ({ webhookId, url }) => fields({ webhook: webhookId, state: "active", url }),
    }),
  ],
};
