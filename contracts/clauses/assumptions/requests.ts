import { oddlyRead } from "../../stories/odd-requests.ts";
import { oddWebhooks } from "../../stories/odd-webhooks.ts";
import type { Clause } from "../clause.ts";
import { assumption } from "./assumption.ts";

/** How requests are made where no example shows it. */
export const requestClauses: readonly Clause[] = [
  assumption({
    id: "request.fee-simulation-value",
    section: "Endpoints",
    text: "The fee simulation takes the amount as an optional query parameter `value`.",
    needs: [oddlyRead],
    covers: ["paths/~1account-balance~1withdraw-fee/get/parameters/0"],
    those: ({ simulations }) => simulations.filter(({ asked }) => asked !== undefined),
    differs: ({ asked, told }) => told.get("value") !== asked && `asked about ${asked} cents, it tells another amount`,
  }),
  assumption({
    id: "request.webhook-creation",
    section: "Endpoints",
    text: "The creation of a webhook takes `url`, `name` and `events`.",
    needs: [oddWebhooks],
    covers: ["paths/~1webhook/post/requestBody/**/properties/*"],
  }),
  assumption({
    id: "path.webhook-list",
    section: "Endpoints",
    text: "The webhooks are listed by `GET /webhook`.",
    needs: [oddlyRead],
    covers: ["paths/~1webhook/get"],
  }),
  assumption({
    id: "path.webhook-update",
    section: "Endpoints",
    text: "An attempt to change a webhook is `PUT` or `PATCH` of `/webhook/{id}`.",
    needs: [oddWebhooks],
    covers: ["paths/~1webhook~1{id}/put", "paths/~1webhook~1{id}/patch", "paths/~1webhook~1{id}/parameters/0"],
  }),
  assumption({
    id: "path.webhook-deletion",
    section: "Endpoints",
    text: "An attempt to delete a webhook is `DELETE /webhook/{id}`.",
    needs: [oddWebhooks],
    covers: ["paths/~1webhook~1{id}/delete"],
  }),
];
