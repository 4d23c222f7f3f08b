import type { operations } from "../spec/generated/control-api.ts";
import type { ControlApi } from "./connection.ts";
import type { BodyOf } from "./operation-types.ts";
import { carriedOut } from "./unexpected-answer.ts";

/** The dashboard's powers over webhooks. Every method throws `UnexpectedAnswer` when the sandbox refuses. */
export class Webhooks {
  readonly #control: ControlApi;

  constructor(control: ControlApi) {
    this.#control = control;
  }

  /** Newest first, with their secrets. */
  async list() {
    return (await carriedOut(this.#control.GET("/webhooks"))).webhooks;
  }

  /** `{ events: ["charge.paid"] }`; what is not named stays as it is. */
  change(webhookId: string, webhook: BodyOf<operations["changeWebhook"]>) {
    return carriedOut(this.#control.PATCH("/webhooks/{webhookId}", { params: { path: { webhookId } }, body: webhook }));
  }

  reactivate(webhookId: string) {
    return carriedOut(this.#control.POST("/webhooks/{webhookId}/reactivate", { params: { path: { webhookId } } }));
  }

  delete(webhookId: string) {
    return carriedOut(this.#control.DELETE("/webhooks/{webhookId}", { params: { path: { webhookId } } }));
  }
}
