import { balanceReadings, canShowPayment, type Hold, MAX_PAYMENT_MS } from "../model/balances.ts";
import { until } from "../target/clock.ts";
import type { Stage } from "./stage.ts";
import { story } from "./story.ts";
import { StoryEnded } from "./story-ended.ts";

/** Has a charge paid, and reads the balance until what is held of it is released. */
export const chargeHeld = story(
  "a charge that is paid",
  ["make-charge", "pay-charge"],
  { waitMs: 60_000 },
  async (stage) => {
    const { isAdvanced } = stage.account.clock;
    if (isAdvanced) await retain(stage, "PT10M");
    await payCharge(stage);
    // On a real account, it is only set where nothing is released soon by itself.
    if (
      !isAdvanced &&
      stage.may("change-settings") &&
      nextIn(await holdsNow(stage)) - stage.account.clock.now() > patienceMs
    ) {
      await retain(stage, "PT30S");
      await payCharge(stage);
    }
    await untilReleased(stage);
  },
);

/** Reads the balance until the next hold is released, whichever charge it is of. */
export const holdReleased = story("a hold that is released", [], { waitMs: 60_000 }, untilReleased);

/** Has nothing retained, and a charge paid. */
export const chargeNotHeld = story(
  "a charge of which nothing is held",
  ["make-charge", "pay-charge", "change-settings"],
  {},
  async (stage) => {
    await stage.act("change-settings", { retention: null });
    // More than what the run's own withdrawals can take from the balance.
    await payCharge(stage, 50_000);
  },
);

function retain(stage: Stage, holdFor: string) {
  return stage.act("change-settings", { retention: { percent: 10, holdFor } });
}

async function holdsNow({ account }: Stage): Promise<readonly Hold[]> {
  return balanceReadings([await account.balance()]).flatMap(({ holds }) => holds);
}

/** When the next hold is released; never where there is none. */
function nextIn(holds: readonly Hold[]): number {
  return Math.min(...holds.map(({ releaseAt }) => releaseAt).filter((at) => !Number.isNaN(at)));
}

async function payCharge(stage: Stage, total = 1_234): Promise<void> {
  const { account } = stage;
  const { chargeId } = await stage.act("make-charge", { total });
  const [before] = balanceReadings([await account.balance()]);
  await stage.act("pay-charge", { chargeId });
  const isShown = async () => {
    const [now] = balanceReadings([await account.balance()]);
    return now === undefined || before === undefined || canShowPayment({ before, after: now }, total);
  };
  // A payment may be processed for a while.
  await until(account.clock, isShown, { withinMs: MAX_PAYMENT_MS, stepMs: 1_000 });
}

/** Waits for the release that comes next, and then as long as one reading needs to show it. */
async function untilReleased(stage: Stage): Promise<void> {
  const { account } = stage;
  const { clock } = account;
  const due = await holdsNow(stage);
  const waitMs = nextIn(due) - clock.now();
  if (waitMs === Number.POSITIVE_INFINITY) throw new StoryEnded("nothing is held of this account");
  if (waitMs > (clock.isAdvanced ? yearMs : patienceMs)) throw new StoryEnded("the next hold is released too late");
  // One that is released before its time has come is seen by then.
  const endsAt = clock.now() + waitMs;
  for (const beforeMs of [12_000, 4_500, 500]) {
    await clock.pass(Math.max(0, endsAt - beforeMs - clock.now()));
    await account.balance();
  }
  // Those that are late are waited for until they are surely too late.
  for (let nth = 0; nth < (clock.isAdvanced ? 6 : 48); nth += 1) {
    await clock.pass(1_000);
    const [now] = balanceReadings([await account.balance()]);
    if (now !== undefined && now.holds.length < due.length) return;
  }
}

const patienceMs = 2 * 60_000;
const yearMs = 366 * 24 * 60 * 60_000;
