import { isObject } from "../judge/json.ts";
import type { Arrival } from "../trace/trace.ts";
import type { HookInPlay } from "./hooks.ts";
import { scripted, statuses } from "./replies.ts";
import type { Stage } from "./stage.ts";
import { story } from "./story.ts";

/** What a webhook selects that waits for any event: one that the driver or another story brings about. */
const events = ["charge.paid", "withdraw.completed"];

/** Fails deliveries in each way four times, and twice, before they succeed; then something else takes place. */
export const deliveriesRetried = story(
  "deliveries that fail and then succeed",
  ["webhooks", "receiver", "waiting"],
  { webhooks: 1, waitMs: 110_000 },
  async (stage) => {
    const late = { status: 200, delayMs: 12_000 };
    const hook = await stage.hook(events, scripted([late, ...statuses(302, 404, 503, 200)], statuses(301, 500, 200)));
    await occur(stage, hook);
    await occur(stage, hook);
    await until(stage, FIVE_ATTEMPTS_MS, () => isRetriedAfter(hook, 503));
    await stage.account.clock.pass(QUIET_MS);
    await occur(stage, hook);
    await stage.account.clock.pass(QUIET_MS);
    await hook.log();
  },
);

/**
 * Fails two deliveries of a webhook until it is deactivated, has something else take place, waits for a sixth attempt, and
 * has it reactivated. Another webhook is told of the same.
 */
export const webhookDeactivated = story(
  "a webhook that is deactivated",
  ["webhooks", "receiver", "waiting"],
  { webhooks: 2, waitMs: 185_000 },
  async (stage) => {
    const { clock } = stage.account;
    const slow = { status: 200, delayMs: 8_000 };
    const witness = await stage.hook(events, scripted([slow], statuses(299)));
    const failing = [statuses(500, 503, 504, 501, 507), statuses(400, 401, 410, 429, 418)];
    const hook = await stage.hook(
      events,
      scripted([{ status: 298, delayMs: 1_100 }], statuses(299), ...failing, statuses(200)),
    );
    for (let nth = 0; nth < 4; nth += 1) {
      await occur(stage, hook);
      await hook.receives(nth + 1, QUIET_MS);
    }
    // The other one of the two may be given up before its fifth attempt.
    await until(stage, FIVE_ATTEMPTS_MS, () => isGivenUp(hook));
    await clock.pass(QUIET_MS);
    await hook.log();
    await occur(stage, witness);
    await clock.pass(SIXTH_ATTEMPT_MS);
    if (!stage.may("reactivate-webhook")) return;
    await stage.act("reactivate-webhook", { webhookId: await hook.id() });
    await occur(stage, witness);
    await clock.pass(QUIET_MS);
    await hook.log();
  },
);

/** Whether the delivery to which the receiver responded with this status came once more. */
function isRetriedAfter({ arrivals }: HookInPlay, status: number): boolean {
  const at = arrivals.findIndex((arrival) => arrival.status === status);
  const data = (arrival: Arrival | undefined) =>
    JSON.stringify(isObject(arrival?.json) ? arrival.json.data : undefined);
  return at !== -1 && arrivals.slice(at + 1).some((later) => data(later) === data(arrivals[at]));
}

/** Whether a fifth attempt was responded to with the last status of its script. */
function isGivenUp({ arrivals }: HookInPlay): boolean {
  return arrivals.some(({ status }) => status === 507 || status === 418);
}

/** Has a charge paid; without a driver, waits until another story has brought about an event. */
async function occur(stage: Stage, hook: HookInPlay): Promise<void> {
  if (stage.may("make-charge") && stage.may("pay-charge")) {
    const { chargeId } = await stage.act("make-charge", { total: 501 });
    await stage.act("pay-charge", { chargeId });
  } else if (!(await hook.receives(hook.arrivals.length + 1, OTHERS_MS))) {
    return;
  }
  await stage.account.clock.pass(PAUSE_MS);
}

async function until({ account }: Stage, withinMs: number, isSo: () => boolean): Promise<void> {
  for (let passedMs = 0; passedMs < withinMs && !isSo(); passedMs += STEP_MS) await account.clock.pass(STEP_MS);
}

const STEP_MS = 1_000;
const PAUSE_MS = 1_500;
const QUIET_MS = 3_000;
/** 5, 10, 20 and 40 seconds, half of that more, and 10 seconds for each attempt that is not answered. */
const FIVE_ATTEMPTS_MS = 125_000;
/** The next wait would be of 80 seconds. */
const SIXTH_ATTEMPT_MS = 95_000;
const OTHERS_MS = 60_000;
