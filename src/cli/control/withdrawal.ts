import type { SaldoClient } from "../../client/saldo-client.ts";
import { carriedOut } from "../../client/unexpected-answer.ts";
import { money } from "../money.ts";
import { centsIn } from "./cents.ts";
import { fields, table } from "./table.ts";
import { type Noun, type Verb, verb } from "./verb.ts";

type Withdrawal = Awaited<ReturnType<SaldoClient["withdrawals"]["get"]>>;

function withdrawalText({ withdrawId, status, value, fee, settlesAt }: Withdrawal): string {
  return fields({ withdrawal: withdrawId, status, value: money(value), fee: money(fee), "bank answers": settlesAt });
}

/** As the company's own application would; the code comes by e-mail. */
async function open({ api }: SaldoClient, cents: number) {
  return (await carriedOut(api.POST("/account-balance/withdraw", { body: { value: cents } }))).data;
}

/** Without a code, with the newest one of the withdrawal's in the mailbox. */
async function confirm({ api, inbox }: SaldoClient, withdrawId: string, code: string | undefined) {
  const otpCode = code ?? (await inbox.latestCode(withdrawId));
  return (await carriedOut(api.POST("/account-balance/withdraw/confirm", { body: { withdrawId, otpCode } }))).data;
}

async function listed({ api }: SaldoClient) {
  return (await carriedOut(api.GET("/account-balance/withdrawals"))).data;
}

function decides(name: "approve" | "decline"): Verb {
  return verb({
    usage: `${name} <withdrawId>`,
    text: `${name} a withdrawal that waits for review, as the super admin`,
    examples: [`${name} wdr_0345af421a206199f53d5554`],
    run: ({ client, args: [withdrawId = ""] }) => client.withdrawals[name](withdrawId),
    show: withdrawalText,
  });
}

/** `saldo withdrawal` */
export const withdrawalNoun: Noun = {
  name: "withdrawal",
  text: "open and confirm withdrawals, list and review them, and settle them as the bank",
  usual: "list",
  verbs: [
    verb({
      usage: "list",
      text: "list the withdrawals of the company, newest first",
      examples: ["list"],
      run: ({ client }) => listed(client),
      show: (withdrawals) =>
        table(
          withdrawals,
          [
            ["WITHDRAWAL", ({ withdrawId }) => withdrawId],
            ["STATUS", ({ status }) => status],
            ["VALUE", ({ value }) => money(value)],
            ["FEE", ({ fee }) => money(fee)],
            ["TRANSACTION", ({ endToEndId }) => endToEndId],
            ["CREATED", ({ createdAt }) => createdAt],
          ],
          "No withdrawals.",
        ),
    }),
    verb({
      usage: "open <cents>",
      text: "open a withdrawal as the company's application would; the amount is in cents",
      examples: ["open 10000"],
      run: ({ client, args: [cents = ""] }) => open(client, centsIn(cents)),
      show: ({ withdrawId, status, value, fee, otpExpiresAt }) =>
        fields({ withdrawal: withdrawId, status, value: money(value), fee: money(fee), "code expires": otpExpiresAt }),
    }),
    verb({
      usage: "confirm <withdrawId> [code]",
      text: "confirm a withdrawal with a code, by default with the newest one in the mailbox",
      examples: ["confirm wdr_0345af421a206199f53d5554", "confirm wdr_0345af421a206199f53d5554 198143"],
      run: ({ client, args: [withdrawId = "", code] }) => confirm(client, withdrawId, code),
      show: ({ withdrawId, status }) => fields({ withdrawal: withdrawId, status }),
    }),
    decides("approve"),
    decides("decline"),
    verb<Withdrawal, { failed?: string | true }>({
      usage: "settle <withdrawId>",
      text: "settle an approved withdrawal as the bank: paid, or failed",
      options: [["--failed [reason]", null, "let it fail, with a reason"]],
      examples: ['settle wdr_0345af421a206199f53d5554 --failed "account closed"'],
      run: ({ client, args: [withdrawId = ""], flags: { failed } }) =>
        client.withdrawals.settle(
          withdrawId,
          failed === undefined
            ? { outcome: "CONFIRMED" }
            : { outcome: "FAILED", ...(typeof failed === "string" && { reason: failed }) },
        ),
      show: withdrawalText,
    }),
  ],
};
