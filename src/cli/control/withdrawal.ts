import type { SaldoClient } from "../../client/saldo-client.ts";
import { carriedOut } from "../../client/unexpected-answer.ts";
import { money } from "../money.ts";
import { fields, table } from "./table.ts";
import { type Noun, type Verb, verb } from "./verb.ts";

type Withdrawal = Awaited<ReturnType<SaldoClient["withdrawals"]["get"]>>;

function withdrawalText({ withdrawId, status, value, fee, settlesAt }: Withdrawal): string {
  return fields({ withdrawal: withdrawId, status, value: money(value), fee: money(fee), "bank answers": settlesAt });
}

async function listed({ interface: platform }: SaldoClient) {
  return (await carriedOut(platform.GET("/account-balance/withdrawals"))).data;
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
  text: "list withdrawals, review them, and settle them as the bank",
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
