import { TargetUnusable } from "../run/target-unusable.ts";
import { idOf } from "./knowledge.ts";
import { type Posted, responseText, shownUrl, whatOf } from "./posted.ts";
import type { Round } from "./round.ts";

/** Waits for a receiver that starts only now, and sends a late one a second delivery. Throws `TargetUnusable`. */
export async function firstDelivery(round: Round, event: string): Promise<Posted> {
  const first = await firstResponse(round, event);
  if (!first.isLate) return first;
  const second = await firstResponse(round, event);
  if (second.isLate && "failure" in second.answer) round.gone = `${whatOf(second)}.`;
  return second;
}

async function firstResponse(round: Round, event: string): Promise<Posted> {
  const first = await round.untilAnswered(idOf(event), "acknowledged");
  const { answer, isLate } = first;
  if ("status" in answer || isLate) return first;
  const { failure, isOfTls = false } = answer;
  const hint = failure === "unreachable" && !isOfTls ? " Does the receiver run there?" : "";
  const reason = responseText(first);
  const end = /[.?]$/.test(reason) ? "" : ".";
  throw new TargetUnusable(`${shownUrl(round.addressee.url)} cannot be used: ${reason}${end}${hint}`);
}
