import { Account } from "../run/account.ts";
import { type Hook, openHook } from "../run/hook.ts";
import { occasionEvent, occur, requireOccasion } from "../run/occasion.ts";
import type { Run } from "../run/run.ts";

/** Five attempts with 75 seconds between the first and the last, and a margin. */
const untilGivenUpMs = 90_000;

/** A webhook that is deactivated, because all five attempts of a delivery have failed. */
export async function webhookGivenUp(run: Run): Promise<{ readonly account: Account; readonly hook: Hook }> {
  requireOccasion(run);
  const account = await Account.begin(run);
  account.clock.require(untilGivenUpMs);
  const hook = await openHook(account, [occasionEvent(account)], [{ status: 500 }]);
  await occur(account);
  await hook.receives(5, untilGivenUpMs);
  await hook.settled();
  return { account, hook };
}
