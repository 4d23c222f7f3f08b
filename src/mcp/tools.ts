import { testBeginning } from "../client/saldo-client.ts";
import { advanceText } from "../verbs/advance-text.ts";
import { answerText } from "../verbs/answer-text.ts";
import { valueAt } from "../verbs/table.ts";
import { answerOf, operationTool } from "./operation-tool.ts";
import type { Tool } from "./tool.ts";

/** What every server of Saldo offers. */
export const TOOLS: readonly Tool[] = [
  operationTool("open_world", "createWorld", {
    hint: "Begin a task with one of your own. Its clock is frozen unless you say otherwise. Pass the key that it returns as apiKey to the other tools.",
    without: ["world"],
    async run(given, client) {
      const answer = await answerOf(client, "createWorld", { ...testBeginning, ...given });
      const [key] = [valueAt(answer, "companies.apiKey")].flat();
      return [
        answerText(answer, "world=worldId"),
        answerText(answer, "companies: company=companyId key=apiKey"),
        `\nThe application calls ${client.url} with the header X-API-KEY.`,
        `Page: ${client.url}/sandbox/ui/#key=${encodeURIComponent(String(key))}`,
      ].join("\n");
    },
  }),
  operationTool("read_balance", "getBalance", {
    hint: "What can be withdrawn, what is reserved, and when each hold is released.",
    shown: [
      "available=balance reserved=reservedBalance",
      "reserveHolds: charge=chargeId amount=amountCents until=releaseAt",
    ],
    screen: "time",
  }),
  operationTool("advance_clock", "advanceClock", {
    hint: "By a duration or to an instant; with neither, to the next thing that is due. Everything due happens: codes expire, payouts settle, holds are released, webhooks are delivered.",
    without: ["toNext"],
    screen: "time",
    async run({ by, to }, { clock }) {
      if (by !== undefined && to !== undefined) throw new Error("Give by or to, and not both.");
      const until = to === undefined ? ({ toNext: true } as const) : { to: String(to) };
      const answer = await clock.advance(by === undefined ? until : { by: String(by) });
      return `${advanceText(answer)}\nposition ${answer.fromPosition} → ${answer.position}`;
    },
  }),
];
