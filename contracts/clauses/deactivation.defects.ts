import { type Defect, planted } from "../defects/defect.ts";

const decide = "src/domain/decide/deliveries.ts";
const evolve = "src/domain/evolve/webhooks.ts";

const exhausted = 'const exhausted = state === "FAILED" && !delivery.once;';
const deactivated = `WebhookDeactivated(world, { webhookId }, at) {
    deactivate(world, webhookId, at);`;

export const deactivationDefects: readonly Defect[] = [
  ...planted(decide, exhausted, {
    "only-the-delivery-is-given-up breaks deactivation.after-fifth": "const exhausted = false;",
    "fifth-attempt-deactivates-however-it-ends breaks deactivation.not-before-fifth":
      "const exhausted = number >= 5 && !delivery.once;",
  }),
  ...planted("src/domain/decide/decider.ts", "return active && events.includes(name);", {
    "deactivated-webhook-still-gets-what-is-new breaks deactivation.after-fifth": "return events.includes(name);",
  }),
  ...planted(evolve, deactivated, {
    "all-webhooks-of-the-company-deactivated breaks deactivation.others-go-on": {
      replace: `WebhookDeactivated(world, { webhookId, companyId }, at) {
    for (const id of existing(world.companies, companyId).webhookIds) deactivate(world, id, at);
    deactivate(world, webhookId, at);`,
      also: ["events.charge-paid"],
      because: "A webhook that is not active is told nothing.",
    },
  }),
  ...planted(evolve, "Object.assign(existing(world.webhooks, webhookId), { active: true, deactivatedAt: null });", {
    "reactivation-forgets-to-activate breaks deactivation.reactivated":
      "Object.assign(existing(world.webhooks, webhookId), { deactivatedAt: null });",
  }),
];
