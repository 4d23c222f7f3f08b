import type { Defect } from "../defects/defect.ts";

const decide = "src/domain/decide/deliveries.ts";
const evolve = "src/domain/evolve/webhooks.ts";

const exhausted = 'const exhausted = state === "FAILED" && !delivery.once;';
const deactivated = `WebhookDeactivated(world, { webhookId }, at) {
    deactivate(world, webhookId, at);`;

export const deactivationDefects: readonly Defect[] = [
  {
    id: "only-the-delivery-is-given-up",
    breaks: ["deactivation.after-fifth"],
    file: decide,
    find: exhausted,
    replace: "const exhausted = false;",
  },
  {
    id: "deactivated-webhook-still-gets-what-is-new",
    breaks: ["deactivation.after-fifth"],
    file: "src/domain/decide/decider.ts",
    find: "return active && events.includes(name);",
    replace: "return events.includes(name);",
  },
  {
    id: "fifth-attempt-deactivates-however-it-ends",
    breaks: ["deactivation.not-before-fifth"],
    file: decide,
    find: exhausted,
    replace: "const exhausted = number >= 5 && !delivery.once;",
  },
  {
    id: "all-webhooks-of-the-company-deactivated",
    breaks: ["deactivation.others-go-on"],
    also: ["events.charge-paid"],
    because: "A webhook that is not active is told nothing.",
    file: evolve,
    find: deactivated,
    replace: `WebhookDeactivated(world, { webhookId, companyId }, at) {
    for (const id of existing(world.companies, companyId).webhookIds) deactivate(world, id, at);
    deactivate(world, webhookId, at);`,
  },
  {
    id: "reactivation-forgets-to-activate",
    breaks: ["deactivation.reactivated"],
    file: evolve,
    find: "Object.assign(existing(world.webhooks, webhookId), { active: true, deactivatedAt: null });",
    replace: "Object.assign(existing(world.webhooks, webhookId), { deactivatedAt: null });",
  },
];
