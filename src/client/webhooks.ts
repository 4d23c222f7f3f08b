import type { Delivery, Webhook, WebhookChanged, WebhookDeleted } from "../spec/generated/control-api.ts";
import type { BodyOf, ControlApi, QueryOf } from "./connection.ts";
import { carriedOut } from "./unexpected-answer.ts";
import { DEFAULT_WAIT, MAX_LISTED, nothingCame } from "./wait.ts";

/** Returns what the dashboard can do with webhooks. */
export function webhooksOf(control: ControlApi) {
  const path = (webhookId: string) => ({ params: { path: { webhookId } } });
  return {
    /** Returns the webhooks with their secrets, newest first. */
    list: async (): Promise<Webhook[]> => (await carriedOut(control.GET("/webhooks"))).webhooks,
    /** Changes a webhook: `{ events: ["charge.paid"] }`; what is not named stays as it is. */
    change: (id: string, webhook: BodyOf<"changeWebhook">): Promise<WebhookChanged> =>
      carriedOut(control.PATCH("/webhooks/{webhookId}", { ...path(id), body: webhook })),
    /** Reactivates a webhook that failed too often. Its cancelled deliveries stay cancelled. */
    reactivate: (id: string): Promise<WebhookChanged> =>
      carriedOut(control.POST("/webhooks/{webhookId}/reactivate", path(id))),
    /** Returns the deliveries with their attempts, newest first: `{ event, state, limit }`. */
    deliveries: async (query: QueryOf<"listDeliveries"> = {}): Promise<Delivery[]> =>
      (await carriedOut(control.GET("/deliveries", { params: { query } }))).deliveries,
    /**
     * Returns the oldest delivery that fits, as soon as the receiver has acknowledged it: `{ event, newerThan, wait }`, or
     * as soon as it has another `state`. `newerThan`: only those made after this one. `wait`: of real time, PT10S by
     * default and at most PT1M. Throws an `Error` after that time.
     */
    async waitForDelivery(query: QueryOf<"listDeliveries"> = {}): Promise<Delivery> {
      const waiting = { state: "DELIVERED", wait: DEFAULT_WAIT, limit: MAX_LISTED, ...query } as const;
      const { deliveries } = await carriedOut(control.GET("/deliveries", { params: { query: waiting } }));
      return deliveries.at(-1) ?? nothingCame("delivery", waiting);
    },
    /** Deletes a webhook and cancels its pending deliveries. */
    delete: (id: string): Promise<WebhookDeleted> => carriedOut(control.DELETE("/webhooks/{webhookId}", path(id))),
  };
}
