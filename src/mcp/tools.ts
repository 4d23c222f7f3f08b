import { testBeginning } from "../client/saldo-client.ts";
import { coverageText } from "../report/coverage-report.ts";
import { advanceText } from "../verbs/advance-text.ts";
import { answerText } from "../verbs/answer-text.ts";
import { askOperation } from "../verbs/ask-operation.ts";
import { columnValue } from "../verbs/table.ts";
import { callTool } from "./call-tool.ts";
import { operationTool, shownOf } from "./operation-tool.ts";
import { toldStory } from "./story.ts";
import type { Tool } from "./tool.ts";

/** Events that are explained at a time. */
const MAX_EXPLAINED = 50;

/** What every server of Saldo offers. */
export const TOOLS: readonly Tool[] = [
  operationTool("open_world", "createWorld", {
    hint: "Begin a task with one of your own; by default it begins in the same way every time, and its clock is frozen. Returns its key: pass that as apiKey to the other tools. `call listFixtures` tells how a world can begin.",
    without: ["world"],
    defaults: testBeginning,
    async run(given, client) {
      const { answer } = await askOperation(client, "createWorld", given);
      const [key] = [columnValue(answer.body, "companies.apiKey")].flat();
      return [
        answerText(answer.body, "world=worldId"),
        answerText(answer.body, "companies: company=companyId key=apiKey"),
        `\nThe application calls ${client.url} with a key in the header X-API-KEY.`,
        `Page: ${client.url}/sandbox/ui/#key=${encodeURIComponent(String(key))}`,
      ].join("\n");
    },
  }),
  // A call of the platform would meet faults, and count as the application's.
  operationTool("read_balance", "getPast", {
    hint: "As it is now: what can be withdrawn, what is reserved, and when each hold is released.",
    without: ["position"],
    screen: "time",
    async run(_, client) {
      const { position } = Object((await askOperation(client, "getSummary", {})).answer.body);
      return shownOf(client, "getPast", { position }, [
        "available=accounts.available reserved=accounts.reserved",
        "holds: charge=chargeId amount=amountCents until=releaseAt",
      ]);
    },
  }),
  operationTool("read_ledger", "getStatement", {
    hint: "Every change of the available balance with its reason and position, oldest first. For a part, give from and to.",
    without: ["format"],
    shown: [
      "opening=openingCents closing=closingCents",
      "entries: position at reason reference amount=amountCents balance=balanceCents",
    ],
    screen: "time",
  }),
  operationTool("advance_clock", "advanceClock", {
    hint: "By a duration or to an instant; with neither, to the next thing that is due. Codes expire, payouts settle, holds are released, webhooks are delivered. Returns what happened.",
    without: ["toNext"],
    screen: "time",
    async run({ by, to }, { clock }) {
      if (by !== undefined && to !== undefined) throw new Error("Give by or to, and not both.");
      const until = to === undefined ? ({ toNext: true } as const) : { to: String(to) };
      const answer = await clock.advance(by === undefined ? until : { by: String(by) });
      return `${advanceText(answer)}\nposition ${answer.fromPosition} → ${answer.position}`;
    },
  }),
  operationTool("rewind_world", "rewindWorld", {
    hint: "Give a position, an instant, or a bookmark (`call setBookmark` makes one). Nothing is lost: a rewind can be rewound.",
    shown: ["now position back-at=to"],
    screen: "time",
  }),
  operationTool("read_inbox", "listInbox", {
    hint: "The e-mails with one-time codes, newest first. A code comes with `call initiateWithdrawal` or `call resendOtp`, and confirms with `call confirmWithdrawal`.",
    shown: ["messages: code=otpCode withdrawal=withdrawId sent=sentAt expires=expiresAt"],
    screen: "mailbox",
  }),
  operationTool("create_charge", "createCharge", {
    hint: "A customer owes `total`, and pays at once with `paid: true`. Then `call` payCharge, expireCharge, refundCharge or chargebackCharge.",
    shown: ["charge=chargeId status=paymentStatus total held=hold.amountCents until=hold.releaseAt expires=expiresAt"],
    screen: "charges",
  }),
  operationTool("add_fault", "addFault", {
    hint: "The next calls of an operation, or the next webhooks, go wrong. `call removeFaults` ends all.",
    shown: ["fault=faultId kind of=operationId|event left=remaining"],
    screen: "faults",
  }),
  operationTool("apply_preset", "applyPreset", {
    hint: "Several things that go wrong in production together. `call listPresets` tells them.",
    shown: ["faults-added=faultIds.length charges-paid=chargeIds.length charged-back=chargebackIds.length position"],
    screen: "faults",
  }),
  operationTool("list_deliveries", "listDeliveries", {
    hint: "With each attempt's result. `call createWebhook` subscribes, `call setRoutes` leads its host to a receiver on this machine, `call redeliver` delivers again.",
    without: ["wait", "newerThan"],
    defaults: { limit: 20 },
    shown: [
      "deliveries: delivery=deliveryId webhook=webhookId event state attempts=attempts.length last=attempts.last.httpStatus|attempts.last.failure error=attempts.last.error next=nextAttemptAt",
    ],
    screen: "webhooks",
  }),
  operationTool("explain", "listEvents", {
    hint: "Explain what happened between two positions, or to one thing: events with their reasons, calls of the application with their answers, attempts to deliver webhooks. Oldest first, each line with its position. With nothing given, the newest.",
    without: ["limit", "type", "branch", "order", "companyId", "from", "to"],
    screen: "time",
    async run(given, client) {
      const lines = await toldStory(client, Object(given), MAX_EXPLAINED);
      return lines.length === 0 ? "Nothing happened there. With nothing given, the newest is told." : lines.join("\n");
    },
  }),
  callTool,
  operationTool("read_coverage", "getWorldCoverage", {
    hint: "Which documented outcomes, events and faults the application has met in this world, and which never.",
    run: async (_, client) => coverageText(await client.worldCoverage()),
  }),
];
