import type { AssumptionClause } from "../clause.ts";

/** How requests are made where no example shows it. */
export const requestClauses: readonly AssumptionClause[] = [
  {
    kind: "assumption",
    id: "request.fee-simulation-value",
    section: "Endpoints",
    text: "The fee simulation takes the amount as an optional query parameter `value`.",
    covers: ["paths/~1account-balance~1withdraw-fee/get/parameters/0"],
  },
  {
    kind: "assumption",
    id: "request.webhook-creation",
    section: "Endpoints",
    text: "The creation of a webhook takes `url`, `name` and `events`.",
    covers: ["paths/~1webhook/post/requestBody/**/properties/*"],
  },
  {
    kind: "assumption",
    id: "path.webhook-list",
    section: "Endpoints",
    text: "The webhooks are listed by `GET /webhook`.",
    covers: ["paths/~1webhook/get"],
  },
  {
    kind: "assumption",
    id: "path.webhook-update",
    section: "Endpoints",
    text: "An attempt to change a webhook is `PUT` or `PATCH` of `/webhook/{id}`.",
    covers: ["paths/~1webhook~1{id}/put", "paths/~1webhook~1{id}/patch", "paths/~1webhook~1{id}/parameters/0"],
  },
  {
    kind: "assumption",
    id: "path.webhook-deletion",
    section: "Endpoints",
    text: "An attempt to delete a webhook is `DELETE /webhook/{id}`.",
    covers: ["paths/~1webhook~1{id}/delete"],
  },
];
