import { styleText } from "node:util";
import type { EventOf } from "../../domain/event.ts";
import { otpCode } from "../../domain/otp.ts";
import { type Fact, factsOf } from "../../engine/history/fact.ts";
import { eventView } from "../../http/view/event-view.ts";
import { eventText } from "../../report/event-text.ts";
import type { SandboxParts } from "../../sandbox.ts";
import { LineLimit } from "./line-limit.ts";

/** What happens to money and withdrawals, and to time. Requests and attempts have lines of their own. */
const TOLD =
  /^(Withdrawal|AutomaticWithdrawal(Made|Skipped)|Otp|Hold|Charge(Paid|Expired|Refunded|ChargedBack)|WorldRewound)/;

const LEFT_OUT = "more of these in the next 10 s are not shown; saldo tail shows all";

/** Returns what writes a line to the terminal for each event that a person waits for, codes included. */
export function eventLog(
  writeLine: (line: string) => void = console.log,
  nowMs: () => number = performance.now.bind(performance),
): NonNullable<SandboxParts["onCommit"]> {
  const limit = new LineLimit(nowMs);
  return (worldId, seed, commit) => {
    for (const fact of factsOf(commit)) {
      if (!TOLD.test(fact.event.type)) continue;
      const room = limit.take(`${worldId} ${fact.event.type}`);
      if (room === "no") continue;
      writeLine(lineOf(fact, seed));
      if (room === "last") writeLine(styleText("dim", LEFT_OUT));
    }
  };
}

function lineOf(fact: Fact, seed: string): string {
  const { event } = fact;
  const [time = "", ...words] = (eventText(eventView(fact, seed)) ?? event.type).split("  ");
  const text = event.type === "OtpIssued" ? codeText(event, seed) : words.join("  ");
  return `${styleText("dim", time)}  ${styleText("cyan", "•")} ${text}`;
}

function codeText({ withdrawId, to, ...issued }: EventOf<"OtpIssued">, seed: string): string {
  return `code ${styleText("bold", otpCode(seed, withdrawId, issued))} for ${withdrawId} (${to})`;
}
