import { isObject } from "../judge/json.ts";
import { until } from "../target/clock.ts";
import type { Capability } from "../target/driver/capability.ts";
import type { Arrival } from "../trace/trace.ts";
import type { HookInPlay } from "./hooks.ts";
import { untilPaid } from "./payment.ts";
import { scripted, statuses } from "./replies.ts";
import type { Stage } from "./stage.ts";
import { story } from "./story.ts";
import { orElse, StoryEnded } from "./story-ended.ts";

/** A success whose body is long and comes slowly, in time. */
const dribbled = { status: 299, body: { bytes: 100_000, ms: 2_000 } };
const charging: readonly Capability[] = ["make-charge", "pay-charge"];
const events = ["charge.paid", "withdraw.completed"];

/** Fails deliveries in each way four times, and twice, before they succeed; then something else takes place. */
export const deliveriesRetried = story(
  "deliveries that fail and then succeed",
  ["webhooks", "receiver", "waiting", ...charging],
  { webhooks: 1, waitMs: 110_000 },
  async (stage) => {
    const late = { status: 200, delayMs: 12_000 };
    const hook = await stage.hook(events, scripted([late, ...statuses(302, 404, 503, 200)], statuses(301, 500, 200)));
    await occur(stage);
    await occur(stage);
    await until(stage.account.clock, () => isRetriedAfter(hook, 503), FIVE_ATTEMPTS);
    await stage.account.clock.pass(QUIET_MS);
    await occur(stage);
    await stage.account.clock.pass(QUIET_MS);
    await hook.log();
  },
);

/** Fails two deliveries of a webhook until it is deactivated, waits for a sixth attempt, and has it reactivated. */
export const webhookDeactivated = story(
  "a webhook that is deactivated",
  ["webhooks", "receiver", "waiting", ...charging],
  { webhooks: 2, waitMs: 185_000 },
  async (stage) => {
    const { clock } = stage.account;
    const slow = { status: 200, delayMs: 8_000 };
    await stage.hook(events, scripted([slow], [dribbled], statuses(204), statuses(299)));
    const failing = [statuses(500, 503, 504, 501, 507), statuses(400, 401, 410, 429, 418)];
    const hook = await stage.hook(
      events,
      scripted([{ status: 298, delayMs: 1_100 }], statuses(299), ...failing, statuses(200)),
    );
    for (let nth = 0; nth < 4; nth += 1) {
      await occur(stage);
      await hook.receives(nth + 1, QUIET_MS);
    }
    // The other one of the two may be given up before its fifth attempt.
    await until(clock, () => isGivenUp(hook), FIVE_ATTEMPTS);
    await clock.pass(SETTLED_MS);
    await hook.log();
    await occur(stage);
    await clock.pass(SIXTH_ATTEMPT_MS);
    // A deployment may deliver such a test, which would look like something that should not have come.
    if (clock.isAdvanced) await hook.test();
    if (!stage.may("reactivate-webhook")) return;
    await stage.act("reactivate-webhook", { webhookId: await hook.id() });
    await occur(stage);
    await clock.pass(QUIET_MS);
    await hook.log();
  },
);

/**
 * The same with two payouts for those who have no driver: one webhook is told late and by way of failures, one fails until
 * it is deactivated, and one is told of both. What other stories and customers pay comes to them as well.
 */
export const payoutsRetried = story(
  "payouts whose deliveries fail",
  ["open", "settle", "codes", "webhooks", "receiver", "waiting"],
  { payouts: 2, mails: 2, webhooks: 3, waitMs: 185_000, unless: charging },
  async (stage) => {
    const { clock } = stage.account;
    const late = { status: 200, delayMs: 12_000 };
    const failures = statuses(400, 401, 410, 429, 418);
    const retried = await stage.hook(events, scripted([late, ...statuses(302, 404, 503, 200)], statuses(200)));
    const failing = await stage.hook(events, scripted(statuses(500, 503, 504, 501, 507), failures));
    // An account may have no more than five.
    const patient = scripted([{ status: 200, delayMs: 8_000 }], [dribbled], statuses(299));
    const witness = await orElse(stage.hook(events, patient), () => retried);
    await payOutOr(stage, witness);
    stage.onlyWaits();
    await until(clock, () => isGivenUp(failing) && isRetriedAfter(retried, 503), FIVE_ATTEMPTS);
    await clock.pass(QUIET_MS);
    await stage.opensAgain();
    await payOutOr(stage, witness);
    stage.onlyWaits();
    await clock.pass(SIXTH_ATTEMPT_MS);
    for (const hook of new Set([witness, retried, failing])) await hook.log();
  },
);

async function payOut(stage: Stage): Promise<void> {
  await stage.account.balance();
  const withdrawal = await stage.open();
  await withdrawal.confirm(await withdrawal.code());
  await untilPaid(stage, withdrawal.id, withdrawal.isParked);
  await stage.account.balance();
}

/** Where no withdrawal can be opened, the story goes on with what customers pay, if they do. */
async function payOutOr(stage: Stage, witness: HookInPlay): Promise<void> {
  await payOut(stage).catch(async (error: unknown) => {
    if (!(error instanceof StoryEnded) || !(await witness.receives(1, CUSTOMER_MS))) throw error;
  });
}

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

async function occur(stage: Stage): Promise<void> {
  const { chargeId } = await stage.act("make-charge", { total: 501 });
  await stage.act("pay-charge", { chargeId });
  await stage.account.clock.pass(PAUSE_MS);
}

const CUSTOMER_MS = 30_000;
const PAUSE_MS = 1_500;
const QUIET_MS = 3_000;
/** What is told after this is of what took place after a deactivation. */
const SETTLED_MS = 5_000;
/** 5, 10, 20 and 40 seconds, half of that more, and 10 seconds for each attempt that is not answered. */
const FIVE_ATTEMPTS = { withinMs: 125_000, stepMs: 1_000 };
/** The next wait would be of 80 seconds. */
const SIXTH_ATTEMPT_MS = 95_000;
