import type { BodyOf, ControlApi } from "./connection.ts";
import { carriedOut } from "./unexpected-answer.ts";

/** Returns what the dashboard can do with webhooks. */
export function webhooksOf(control: ControlApi) {
  const path = (webhookId: string) => ({ params: { path: { webhookId } } });
  return {
    /** Newest first, with their secrets. */
    list: async () => (await carriedOut(control.GET("/webhooks"))).webhooks,
    /** `{ events: ["charge.paid"] }`; what is not named stays as it is. */
    change: (id: string, webhook: BodyOf<"changeWebhook">) =>
      carriedOut(control.PATCH("/webhooks/{webhookId}", { ...path(id), body: webhook })),
    reactivate: (id: string) => carriedOut(control.POST("/webhooks/{webhookId}/reactivate", path(id))),
    delete: (id: string) => carriedOut(control.DELETE("/webhooks/{webhookId}", path(id))),
  };
}
