import { setTimeout as wait } from "node:timers/promises";
import type { Drafts } from "./drafts.ts";
import { idOf } from "./knowledge.ts";
import { type Posted, responseText, shownUrl, whatOf } from "./posted.ts";
import type { Round } from "./round.ts";
import { UnusableReceiver } from "./unusable.ts";

/** The receiver does not respond at all; says why. */
class ReceiverUnreachable extends UnusableReceiver {
  override readonly name = "ReceiverUnreachable";
}

/** Waits for a receiver that starts only now. A late one gets a second delivery: it may load everything at the first. */
export async function firstDelivery(round: Round, drafts: Drafts): Promise<Posted> {
  const first = await firstResponse(round, drafts);
  if (!first.isLate) return first;
  const second = await firstResponse(round, drafts);
  if (second.isLate && "failure" in second.answer) round.gone = `${whatOf(second)}.`;
  return second;
}

async function firstResponse(round: Round, drafts: Drafts): Promise<Posted> {
  const { url, returnMs } = round.addressee;
  const end = performance.now() + returnMs;
  for (;;) {
    const first = await round.attempt(drafts.plain(), idOf(drafts.usual), "acknowledged");
    const { answer, isLate } = first;
    if ("status" in answer || isLate) return first;
    const { failure, isOfTls = false } = answer;
    if (isOfTls || performance.now() >= end) {
      const hint = failure === "unreachable" && !isOfTls ? " Does the receiver run there?" : "";
      const reason = responseText(first);
      throw new ReceiverUnreachable(
        `${shownUrl(url)} cannot be used: ${reason}${/[.?]$/.test(reason) ? "" : "."}${hint}`,
      );
    }
    await wait(Math.min(100, returnMs));
  }
}
