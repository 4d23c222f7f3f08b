import { type Defect, planted } from "../defects/defect.ts";
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
  ...planted("src/http/view/webhook-view.ts", "secret: webhookSecret(seed, webhook.webhookId) };", {
    "no-secret-at-creation breaks webhooks.secret-shown-at-creation": "secret: webhook.webhookId };",
    "secret-masked-at-creation breaks webhooks.secret-shown-at-creation": 'secret: "whsec_************" };',
  }),
  ...planted(log, "const { event, attempts } = existing(world.deliveries, deliveryId);", {
    "secret-in-the-log breaks webhooks.secret-shown-once": `const { event: name, attempts, webhookId } = existing(world.deliveries, deliveryId);
    const event = \`\${name} (\${webhookSecret(world.seed, webhookId)})\`;`,
  }),
  ...planted(handlers, 'return { type: "webhooks-listed", webhooks: newestFirst };', {
    "secret-in-the-list breaks webhooks.secret-shown-once": `const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);
        const { webhookSecret } = require("../../domain/webhook.ts");
        const named = newestFirst.map((one) => ({ ...one, name: webhookSecret(world.seed, one.webhookId) }));
        return { type: "webhooks-listed", webhooks: named };`,
  }),
  ...planted("src/domain/evolve/webhooks.ts", "const beginning = { active: true,", {
    "one-webhook-only breaks webhooks.several": `for (const other of world.webhooks.values()) if (other.companyId === companyId) other.active = false;
    const beginning = { active: true,`,
  }),
  ...planted(raise, "wants(existing(world.webhooks, id), notification.name)", {
    "selection-of-the-first-for-all breaks webhooks.own-events": {
      replace: "wants(existing(world.webhooks, webhookIds[0] ?? id), notification.name)",
      also: ["webhooks.selected-only", "events.subscription-rejected"],
      because: "A webhook gets what another one has selected, and not its own.",
    },
  }),
  ...planted(raise, "return active && events.includes(name);", {
    "selection-ignored breaks webhooks.selected-only":
      'return active && (events.includes(name) || name.startsWith("charge."));',
  }),
  ...planted(handlers, "webhookView(existing(world.webhooks, id))).reverse();", {
    "list-without-newest breaks webhooks.listed-with-key":
      "webhookView(existing(world.webhooks, id))).reverse().slice(1);",
  }),
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
  ...planted(
    "src/domain/evolve/deliveries.ts",
    "attemptDue: scheduleAttempt(world, deliveryId, fault?.firstAttemptAt ?? createdAt),",
    {
      "test-delivers-nothing breaks webhooks.test-delivers":
        'attemptDue: event === "webhook.test" ? null : scheduleAttempt(world, deliveryId, createdAt),',
    },
  ),
  ...planted(log, 'return failure === null ? "SUCCESS" : "FAILURE";', {
    "log-of-successes-only breaks log.outcome": 'return failure === undefined ? "FAILURE" : "SUCCESS";',
  }),
  ...planted(log, "return { deliveryId, event, attempt: number, outcome, httpStatus, durationMs,", {
    "log-of-successes-only-of-other-events breaks log.outcome": `const told = outcome === "SUCCESS" ? "withdraw.completed" : "charge.paid";
    return { deliveryId, event: told, attempt: number, outcome: "SUCCESS", httpStatus, durationMs,`,
    "log-without-status breaks log.http-status":
      "return { deliveryId, event, attempt: number, outcome, httpStatus: null, durationMs,",
    "log-with-one-status-for-failures breaks log.http-status":
      'return { deliveryId, event, attempt: number, outcome, httpStatus: outcome === "SUCCESS" ? 200 : 500, durationMs,',
    "log-without-duration breaks log.duration":
      "return { deliveryId, event, attempt: number, outcome, httpStatus, durationMs: 0,",
  }),
  ...planted(raise, 'if (notification.name === "webhook.test") return [notification.webhookId];', {
    "tests-go-to-all-webhooks breaks webhooks.test-alone": `if (notification.name === "webhook.test") {
    const { webhookIds: all = [] } = world.companies.get(companyId) ?? {};
    return [notification.webhookId, ...all.filter((id) => id !== notification.webhookId)];
  }`,
  }),
  ...planted(handlers, "const webhook = webhookOf(moment.world, companyId, id);", {
    "log-is-shown-to-every-company breaks webhooks.hidden-from-others":
      "const webhook = moment.world.webhooks.get(id) ?? webhookOf(moment.world, companyId, id);",
  }),
  ...planted(handlers, "session.read(({ world }, { webhookIds }) => {", {
    "list-is-of-every-company breaks webhooks.hidden-from-others":
      "session.read(({ world }) => {\n        const webhookIds = [...world.webhooks.keys()];",
  }),
  ...planted(raise, "const { webhookIds = [] } = world.companies.get(companyId) ?? {};", {
    "events-go-to-every-company breaks webhooks.own-company":
      "const webhookIds = [...world.companies.values()].flatMap((company) => company.webhookIds);",
  }),
];
