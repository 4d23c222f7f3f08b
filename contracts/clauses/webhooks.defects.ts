import type { Defect } from "../defects/defect.ts";
import { responding } from "../defects/interface-change.ts";

const raise = "src/domain/decide/decider.ts";
const handlers = "src/http/interface/webhooks.ts";
const log = "src/http/view/delivery-view.ts";

/** Rejected or not, it is done. */
function doneAnyway(operation: string, command: string): Pick<Defect, "find" | "replace"> {
  return {
    find: `${operation}: needsDashboard,`,
    replace: `${operation}: {
    shapes: needsDashboard.shapes,
    answer: async (call, session) => {
      const { id: webhookId } = call.params as { id: string };
      await session.execute({ ${command}, companyId: session.companyId, webhookId });
      return needsDashboard.answer(call, session);
    },
  },`,
  };
}

export const webhooksDefects: readonly Defect[] = [
  {
    id: "creation-needs-the-dashboard",
    breaks: ["webhooks.created-with-key"],
    ...responding(
      'if (operationId === "createWebhook") [status, body] = [403, { message: "Sign in to the dashboard." }];',
    ),
  },
  {
    id: "no-secret-at-creation",
    breaks: ["webhooks.secret-shown-at-creation"],
    file: "src/http/view/webhook-view.ts",
    find: "secret: webhookSecret(seed, webhook.webhookId) };",
    replace: "secret: webhook.webhookId };",
  },
  {
    id: "secret-masked-at-creation",
    breaks: ["webhooks.secret-shown-at-creation"],
    file: "src/http/view/webhook-view.ts",
    find: "secret: webhookSecret(seed, webhook.webhookId) };",
    replace: 'secret: "whsec_************" };',
  },
  {
    id: "secret-in-the-log",
    breaks: ["webhooks.secret-shown-once"],
    file: log,
    find: "const { event, attempts } = existing(world.deliveries, deliveryId);",
    replace: `const { event: name, attempts, webhookId } = existing(world.deliveries, deliveryId);
    const event = \`\${name} (\${webhookSecret(world.seed, webhookId)})\`;`,
  },
  {
    id: "secret-in-the-list",
    breaks: ["webhooks.secret-shown-once"],
    file: handlers,
    find: 'return { type: "webhooks-listed", webhooks: newestFirst };',
    replace: `const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);
        const { webhookSecret } = require("../../domain/webhook.ts");
        const named = newestFirst.map((one) => ({ ...one, name: webhookSecret(world.seed, one.webhookId) }));
        return { type: "webhooks-listed", webhooks: named };`,
  },
  {
    id: "one-webhook-only",
    breaks: ["webhooks.several"],
    file: "src/domain/evolve/webhooks.ts",
    find: "const beginning = { active: true,",
    replace: `for (const other of world.webhooks.values()) if (other.companyId === companyId) other.active = false;
    const beginning = { active: true,`,
  },
  {
    id: "selection-of-the-first-for-all",
    breaks: ["webhooks.own-events"],
    also: ["webhooks.selected-only", "events.subscription-rejected"],
    because: "A webhook gets what another one has selected, and not its own.",
    file: raise,
    find: "wants(existing(world.webhooks, id), notification.name)",
    replace: "wants(existing(world.webhooks, webhookIds[0] ?? id), notification.name)",
  },
  {
    id: "selection-ignored",
    breaks: ["webhooks.selected-only"],
    file: raise,
    find: "return active && events.includes(name);",
    replace: 'return active && (events.includes(name) || name.startsWith("charge."));',
  },
  {
    id: "list-without-newest",
    breaks: ["webhooks.listed-with-key"],
    file: handlers,
    find: "webhookView(existing(world.webhooks, id))).reverse();",
    replace: "webhookView(existing(world.webhooks, id))).reverse().slice(1);",
  },
  {
    id: "refused-change-made",
    breaks: ["webhooks.update-refused"],
    file: handlers,
    ...doneAnyway("updateWebhook", 'type: "change-webhook", patch: { name: "changed" }'),
  },
  {
    id: "refused-replacement-made",
    breaks: ["webhooks.update-refused"],
    file: handlers,
    ...doneAnyway("replaceWebhook", 'type: "change-webhook", patch: { name: "replaced" }'),
  },
  {
    id: "refused-deletion-made",
    breaks: ["webhooks.deletion-refused"],
    file: handlers,
    ...doneAnyway("deleteWebhook", 'type: "delete-webhook"'),
  },
  {
    id: "test-delivers-nothing",
    breaks: ["webhooks.test-delivers"],
    file: "src/domain/evolve/deliveries.ts",
    find: "attemptDue: scheduleAttempt(world, deliveryId, fault?.firstAttemptAt ?? createdAt),",
    replace: 'attemptDue: event === "webhook.test" ? null : scheduleAttempt(world, deliveryId, createdAt),',
  },
  {
    id: "log-of-successes-only",
    breaks: ["log.outcome"],
    file: log,
    find: 'return failure === null ? "SUCCESS" : "FAILURE";',
    replace: 'return failure === undefined ? "FAILURE" : "SUCCESS";',
  },
  {
    id: "log-of-successes-only-of-other-events",
    breaks: ["log.outcome"],
    file: log,
    find: "return { deliveryId, event, attempt: number, outcome, httpStatus, durationMs,",
    replace: `const told = outcome === "SUCCESS" ? "withdraw.completed" : "charge.paid";
    return { deliveryId, event: told, attempt: number, outcome: "SUCCESS", httpStatus, durationMs,`,
  },
  {
    id: "log-without-status",
    breaks: ["log.http-status"],
    file: log,
    find: "return { deliveryId, event, attempt: number, outcome, httpStatus, durationMs,",
    replace: "return { deliveryId, event, attempt: number, outcome, httpStatus: null, durationMs,",
  },
  {
    id: "log-with-one-status-for-failures",
    breaks: ["log.http-status"],
    file: log,
    find: "return { deliveryId, event, attempt: number, outcome, httpStatus, durationMs,",
    replace:
      'return { deliveryId, event, attempt: number, outcome, httpStatus: outcome === "SUCCESS" ? 200 : 500, durationMs,',
  },
  {
    id: "log-without-duration",
    breaks: ["log.duration"],
    file: log,
    find: "return { deliveryId, event, attempt: number, outcome, httpStatus, durationMs,",
    replace: "return { deliveryId, event, attempt: number, outcome, httpStatus, durationMs: 0,",
  },
  {
    id: "tests-go-to-all-webhooks",
    breaks: ["webhooks.test-alone"],
    file: raise,
    find: 'if (notification.name === "webhook.test") return [notification.webhookId];',
    replace: `if (notification.name === "webhook.test") {
    const { webhookIds: all = [] } = world.companies.get(companyId) ?? {};
    return [notification.webhookId, ...all.filter((id) => id !== notification.webhookId)];
  }`,
  },
  {
    id: "log-is-shown-to-every-company",
    breaks: ["webhooks.hidden-from-others"],
    file: handlers,
    find: "const webhook = webhookOf(moment.world, companyId, id);",
    replace: "const webhook = moment.world.webhooks.get(id) ?? webhookOf(moment.world, companyId, id);",
  },
  {
    id: "list-is-of-every-company",
    breaks: ["webhooks.hidden-from-others"],
    file: handlers,
    find: "session.read(({ world }, { webhookIds }) => {",
    replace: "session.read(({ world }) => {\n        const webhookIds = [...world.webhooks.keys()];",
  },
  {
    id: "events-go-to-every-company",
    breaks: ["webhooks.own-company"],
    file: raise,
    find: "const { webhookIds = [] } = world.companies.get(companyId) ?? {};",
    replace: "const webhookIds = [...world.companies.values()].flatMap((company) => company.webhookIds);",
  },
];
