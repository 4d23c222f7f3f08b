import type { JsonObject } from "../description/json.ts";
import { Account } from "../run/account.ts";
import type { Answer } from "../run/answer.ts";
import type { Run } from "../run/run.ts";
import { Broken, CouldNotRun } from "../run/verdict-error.ts";
import { type OpenedInHistory, openInHistory, recordOf } from "./history-records.ts";

/** A withdrawal whose payment the history says to be confirmed. */
export interface PaidWithdrawal {
  readonly id: string;
  readonly record: JsonObject;
  /** How the initiation of another one was answered then. */
  readonly next: Answer;
}

/** One is paid, and several contracts look at it: on a real account it costs money. */
export function paidWithdrawal(run: Run): Promise<PaidWithdrawal> {
  return run.once("a paid withdrawal", async () => {
    const account = await Account.begin(run);
    // Money must not be spent only to find that there is no time to see what becomes of it.
    account.clock.require(shortestMs);
    const opened = await openInHistory(account);
    const { withdrawal } = opened;
    const status = (await withdrawal.confirmRightly()).text("status");
    if (status !== "APPROVED" && account.control === undefined) {
      throw new CouldNotRun("control-plane", `withdrawals of this account are ${status} until somebody approves them`);
    }
    const record = await settled(opened, account);
    return { id: withdrawal.id, record, next: await account.initiate(withdrawal.valueCents) };
  });
}

async function settled(opened: OpenedInHistory, { run, clock }: Account): Promise<JsonObject> {
  const ends = ["CONFIRMED", "FAILED", "CANCELLED"];
  const status = async () => String((await recordOf(opened)).status);
  const withinMs = clock.isOurs ? longestMs : run.settings.patienceMs;
  const hasEnded = await clock.passUntil(async () => ends.includes(await status()), withinMs, 1_000);
  const end = await status();
  if (end === "CONFIRMED") return completed(opened, Math.min(withinMs, completionMs));
  const text = `a withdrawal was confirmed with its code, and is ${end}`;
  if (clock.isOurs) throw new Broken(text);
  throw new CouldNotRun(hasEnded ? "not-seen" : "patience", hasEnded ? text : `${text} after ${withinMs / 1_000} s`);
}

/** A payment may be known to be confirmed a little before its identifier is. */
async function completed(opened: OpenedInHistory, withinMs: number): Promise<JsonObject> {
  let record = await recordOf(opened);
  const hasId = async () => {
    record = await recordOf(opened);
    return typeof record.endToEndId === "string";
  };
  await opened.withdrawal.account.clock.passUntil(hasId, withinMs, 1_000);
  return record;
}

/** PIX pays within seconds; a sandbox is set up to, too. */
const shortestMs = 30_000;
const longestMs = 60_000;
const completionMs = 10_000;
