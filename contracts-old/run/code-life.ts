import { Account } from "./account.ts";
import { inWords } from "./clock.ts";
import type { Run } from "./run.ts";
import { Broken, CouldNotRun } from "./verdict-error.ts";
import { open, type Withdrawal } from "./withdrawal.ts";

/** How long a code may live, so that it still is a few minutes. */
const longestMs = 60 * 60_000;

/** What is said to be needed before anything is known: the life that the sandbox assumes. */
const assumedMs = 5 * 60_000;

/** Opens a withdrawal whose code is to expire: how long that takes is found out before, for only one can be open. */
export async function openToExpire(account: Account, valueCents?: number): Promise<Withdrawal> {
  await codeLifeMs(account.run);
  return open(account, valueCents);
}

/** Until the newest code of a withdrawal has expired; it must have been opened by `openToExpire`. */
export async function outliveCode({ account }: Withdrawal): Promise<void> {
  await account.clock.pass(await codeLifeMs(account.run));
}

/** After the code has expired a new one is sent, which the target must do. */
export async function renewCode(withdrawal: Withdrawal): Promise<void> {
  await outliveCode(withdrawal);
  (await withdrawal.resend()).accepted("code-resent", { withdrawId: withdrawal.id });
}

/**
 * How long a code lives on this target: the document says only that it is a few minutes, so that it is tried out. A new
 * code is asked for again and again, until it is sent; what else is true of a code by then, the contracts find out.
 */
export function codeLifeMs(run: Run): Promise<number> {
  return run.once("code life", async () => {
    const lifeMs = await triedOut(run);
    const differs = Math.abs(lifeMs - assumedMs) > 2_000;
    run.saw("otp-life", differs && `a code lives for ${inWords(lifeMs)}, not ${inWords(assumedMs)}`);
    return lifeMs;
  });
}

async function triedOut(run: Run): Promise<number> {
  const account = await Account.begin(run);
  const { clock } = account;
  if (!clock.isOurs && run.settings.patienceMs === 0) clock.require(assumedMs);
  const withdrawal = await open(account);
  const openedAt = Date.now();
  const stepMs = clock.isOurs ? 15_000 : 1_000;
  const most = clock.isOurs ? longestMs : run.settings.patienceMs;
  for (let passedMs = 0; passedMs <= most; passedMs += stepMs) {
    const isSent = (await withdrawal.resend()).isSuccess;
    if (isSent && passedMs === 0) throw new Broken("a new code was sent while the first one had just been");
    if (isSent) return finished(withdrawal, clock.isOurs ? passedMs : Date.now() - openedAt);
    if (passedMs + stepMs <= most) await clock.pass(stepMs);
  }
  if (clock.isOurs) throw new Broken(`no new code was sent for ${inWords(longestMs)}`);
  throw new CouldNotRun("patience", `a code lives longer than ${inWords(most)}; needs more patience (--patience)`);
}

/** The contract that asked first goes on to open one of its own. */
async function finished(withdrawal: Withdrawal, passedMs: number): Promise<number> {
  await withdrawal.cancel();
  return passedMs;
}
