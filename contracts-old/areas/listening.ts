import { isObject, shown } from "../description/json.ts";
import { Account, type SandboxAccount } from "../run/account.ts";
import { type Attempt, type Hook, openHook } from "../run/hook.ts";
import type { Run } from "../run/run.ts";
import { must } from "../run/verdict-error.ts";

/** An account of a new world, whose one webhook is told of everything that can be selected. */
export interface Listening {
  readonly account: SandboxAccount;
  readonly hook: Hook;
}

export async function listening(run: Run): Promise<Listening> {
  const account = await Account.ofNewWorld(run);
  const list = (await account.webhookEvents()).accepted("webhook-events-listed").list();
  const events = list.filter((name) => typeof name === "string");
  must(events.length > 0, "events can be selected, and the list of them is empty");
  return { account, hook: await openHook(account, events) };
}

/** Does something, which must fire an event once that it has not fired before. */
export async function mustFire({ hook }: Listening, event: string, act: () => Promise<unknown>): Promise<Attempt> {
  mustBeSilent(await hook.settled(), event);
  await act();
  const attempt = await hook.receivesEvent(event);
  const count = of(await hook.settled(), event).length;
  must(count === 1, `${event} must be told once, and was told ${count} times`);
  return attempt;
}

/** The same of an event of a charge, which tells the status that the charge then has. */
export async function mustFireOfCharge(
  listens: Listening,
  event: string,
  paymentStatus: string,
  act: () => Promise<{ readonly chargeId: string }>,
): Promise<void> {
  let chargeId = "";
  const { json } = await mustFire(listens, event, async () => {
    chargeId = (await act()).chargeId;
  });
  const data = isObject(json) && isObject(json.data) ? json.data : {};
  const isSo = data.chargeId === chargeId && data.paymentStatus === paymentStatus;
  must(isSo, `${event} must tell that the charge ${chargeId} is ${paymentStatus}, and tells ${shown(data)}`);
}

/** @throws Broken when such an event has come; it is named twice in a delivery, and one of them is enough. */
export function mustBeSilent(attempts: readonly Attempt[], event: string): void {
  const [first] = of(attempts, event);
  must(first === undefined, `${event} must not be told here, and was: ${shown(first?.json)}`);
}

function of(attempts: readonly Attempt[], event: string): readonly Attempt[] {
  return attempts.filter((attempt) => attempt.event === event || attempt.headers["x-webhook-event"] === event);
}
