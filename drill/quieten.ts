import { carriedOut } from "../src/client/unexpected-answer.ts";
import { money } from "../src/report/money.ts";
import type { Withdrawal } from "../src/spec/generated/control-api.ts";
import type { Difference } from "./books/difference.ts";
import { stateOf } from "./books/withdrawal-state.ts";
import type { DrillStage } from "./stage.ts";
import type { Step } from "./steps/step.ts";

/** Longer than a code is valid, than all attempts of a delivery, and than the bank takes. */
const ROUND_MS = 660_000;

/** As many as a payout needs that begins anew: a new code, its confirmation, the bank's answer. */
const MAX_ROUNDS = 6;

/**
 * Ends everything that goes wrong, lets everything due happen, and gives the application the time to bring its books in
 * order. Returns what is wrong when it cannot, or null.
 */
export async function quieten<App>(stage: DrillStage<App>, typing: readonly Step<App>[]): Promise<Difference | null> {
  await stage.calm();
  for (let round = 0, trouble: string | null = null; ; round += 1) {
    const open = await goOn(stage);
    if (round === MAX_ROUNDS || (round > 0 && open.length === 0)) return wrongIn(open, trouble, stage);
    // Twice, because the first code may have expired, and the application gets a new one for it.
    if (open.length > 0) for (const act of [...typing, ...typing]) await act(stage);
    await stage.pass(ROUND_MS);
    trouble = await stage.settlement();
  }
}

function wrongIn<App>(
  open: readonly Withdrawal[],
  trouble: string | null,
  { person }: DrillStage<App>,
): Difference | null {
  if (trouble !== null)
    return { kind: "settle", text: `All is quiet, and the application cannot settle: ${trouble}`, withdrawIds: [] };
  const stuck = open.find(({ status }) => status === "CREATED");
  if (stuck === undefined || !person.wasAsked) return null;
  const text = `All is quiet, and a withdrawal of ${money(stuck.value)} still waits for its code.`;
  return { kind: "stuck", text, withdrawIds: [stuck.withdrawId] };
}

/** Does what people and the bank have left undone. Returns the withdrawals that are under way. */
async function goOn<App>(stage: DrillStage<App>): Promise<readonly Withdrawal[]> {
  const { world, strangers } = stage;
  const { withdrawals } = await carriedOut(world.control.GET("/withdrawals", {}));
  const open = withdrawals.filter((one) => stateOf(one) === "underWay");
  for (const { status, settlesAt, withdrawId } of open) {
    if (status === "PENDING_REVIEW") await world.withdrawals.approve(withdrawId);
    if (status === "APPROVED" && settlesAt === null)
      await world.withdrawals.settle(withdrawId, { outcome: "CONFIRMED" });
    if (status === "CREATED" && strangers.has(withdrawId)) await stage.cancelByHand(withdrawId);
  }
  return open;
}
