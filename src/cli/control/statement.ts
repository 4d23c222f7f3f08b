import type { QueryOf } from "../../client/connection.ts";
import type { StatementRead } from "../../spec/generated/control-api.ts";
import { money } from "../money.ts";
import { fields, table } from "./table.ts";
import { type Verb, verb } from "./verb.ts";

/** `saldo statement` */
export const statementVerb: Verb = verb<StatementRead | string, QueryOf<"getStatement">>({
  usage: "statement",
  text: "show the company's balance as a bank statement",
  options: [
    ["--format <format>", null, "print a file for a spreadsheet or an accounting program", { choices: ["csv", "ofx"] }],
    ["--from <time>", null, "when the period begins, with its offset"],
    ["--to <time>", null, "when the period ends, with its offset"],
  ],
  examples: ["", "--from 2026-03-01T00:00:00-03:00 --format ofx > march.ofx"],
  run: ({ client: { history }, flags: { format = "json", from, to } }) =>
    format === "json" ? history.statement({ from, to }) : history.statementFile(format, { from, to }),
  show: (answer) => (typeof answer === "string" ? answer.trimEnd() : statementText(answer)),
});

function statementText({ openingCents, closingCents, entries }: StatementRead): string {
  const listed = table(
    entries,
    [
      ["AT", ({ at }) => at],
      ["REASON", ({ reason }) => reason],
      ["REFERENCE", ({ reference }) => reference],
      ["AMOUNT", ({ amountCents }) => money(amountCents)],
      ["BALANCE", ({ balanceCents }) => money(balanceCents)],
    ],
    "No entries.",
  );
  return `${listed}\n${fields({ opening: money(openingCents), closing: money(closingCents) })}`;
}
