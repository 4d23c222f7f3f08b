import { wholeNumbers } from "../model/floor.ts";
import { isOfValue } from "../trace/find.ts";
import { isSuccess, wasRejected } from "../trace/trace.ts";
import { idIn } from "./open-withdrawal.ts";
import type { Stage } from "./stage.ts";
import { story } from "./story.ts";
import { StoryEnded } from "./story-ended.ts";

/** Opens a withdrawal, asks for a second one, cancels it, asks for malformed ones, opens another. */
export const withdrawalOpened = story("a withdrawal that is opened", ["open"], { mails: 2 }, async (stage) => {
  const { account, valueCents: value } = stage;
  await account.fee();
  await account.balance();
  const withdrawal = await stage.open();
  // A balance that is no round sum shows in which unit a simulation tells its amounts.
  await account.fee();
  await account.balance();
  await account.withdrawals();
  await stage.another();
  await account.withdrawals();
  await withdrawal.cancel();
  await withdrawal.cancel();
  await stage.readSettled();
  await account.withdrawals();
  await stage.undo(await account.call("initiateWithdrawal"));
  for (const odd of [value + 0.5, -value, 0]) await stage.undo(await account.initiate(odd));
  await atOnce(stage);
  await stage.readSettled();
  await tooMuch(stage);
});

/** Asks twice at the same time, which may open one. */
async function atOnce(stage: Stage): Promise<void> {
  const { account, valueCents: value } = stage;
  const both = await Promise.all([account.initiate(value), account.initiate(value)]);
  for (const call of both) await stage.undo(call);
  if (!both.some(isSuccess)) await (await stage.open()).cancel();
}

/** Amounts that become small ones where only a part of their digits is looked at; the history tells what became of them. */
async function tooMuch(stage: Stage): Promise<void> {
  const { account, valueCents: value } = stage;
  for (const cents of [2 ** 31, 2 ** 32 + value, 2 ** 53 - 1]) {
    const call = await account.initiate(cents);
    if (!isSuccess(call)) continue;
    await account.withdrawals();
    return void (await stage.undo(call));
  }
}

/** Where no path of the target has `v1`, initiates a withdrawal below it, or else without it. */
export const openedBelowV1 = story("an initiation below /v1", ["open"], { mails: 1 }, async (stage) => {
  const { account, valueCents: value } = stage;
  const { request } = await account.balance();
  if (hasV1(request.base ?? "")) return;
  await account.call("getBalance", {}, { prefix: "/v1" });
  const below = await account.call("initiateWithdrawal", { value }, { prefix: "/v1" });
  await stage.undo(below);
  if (wasRejected(below)) await stage.undo(await stage.initiate(value));
});

export function hasV1(path: string): boolean {
  return path.split("/").includes("v1");
}

/** Has two companies open a withdrawal at the same time, reads both histories, and has one cancel that of the other. */
export const twoCompanies = story("two companies", ["open", "other-key"], { mails: 2 }, async (stage) => {
  const other = await stage.otherCompany();
  const own = await stage.open();
  const call = await other.initiate(stage.valueCents);
  await stage.account.withdrawals();
  await other.withdrawals();
  const id = idIn(call);
  if (isSuccess(call) && id !== undefined) {
    await other.cancel(own.id);
    await other.cancel(id);
  }
  await own.cancel();
});

/** Finds the least amount that can be withdrawn: near the amounts that the simulation tells, else by doubling, and then in steps. */
export const floorFound = story("the least withdrawal", ["open"], { mails: 2 }, async (stage) => {
  const first = await stage.account.fee();
  const told = wholeNumbers(first.response?.json).filter((cents) => cents > 0);
  const likely = new Set([1, 2, 101, ...told, ...told.map((cents) => cents + 101)]);
  const nearby = [...likely].toSorted((a, b) => a - b).flatMap((cents) => [cents - 1, cents]);
  const search = { stage, rejected: 0, accepted: Number.POSITIVE_INFINITY, mails: 0 };
  for (const cents of nearby.filter((one) => one <= stage.valueCents)) await narrow(search, cents);
  for (let cents = stage.valueCents; cents <= 16 * stage.valueCents; cents *= 2) {
    if (!Number.isFinite(search.accepted)) await narrow(search, cents);
  }
  while (Number.isFinite(search.accepted) && search.accepted - search.rejected > 1) {
    await narrow(search, search.rejected + stepOf(search));
  }
});

interface Search {
  readonly stage: Stage;
  /** The floor is above this, and not above that. */
  rejected: number;
  accepted: number;
  mails: number;
}

/** An accepted amount costs an e-mail and a rejected one nothing, so that the search comes from below, in equal shares. */
function stepOf({ accepted, rejected, mails }: Search): number {
  const gap = accepted - rejected;
  const left = Math.max(1, MAX_MAILS - mails);
  return Math.min(gap - 1, Math.ceil(gap ** ((left - 1) / left)));
}

async function narrow(search: Search, cents: number): Promise<void> {
  if (cents <= search.rejected || cents >= search.accepted) return;
  if (search.mails >= MAX_MAILS) throw new StoryEnded("the least amount was not found with four e-mails");
  const isAccepted = await tries(search.stage, cents);
  if (isAccepted === undefined) throw new StoryEnded("something else than its value is in the way of a withdrawal");
  if (!isAccepted) search.rejected = cents;
  else Object.assign(search, { accepted: cents, mails: search.mails + 1 });
}

/** Sets minimum and fee, and withdraws the fee alone, one cent less than both together, exactly as much, and more. */
export const floorSet = story(
  "a minimum and a fee that are set",
  ["open", "change-settings"],
  { mails: 3 },
  async (stage) => {
    await stage.act("change-settings", { withdrawalFee: 0 });
    for (const cents of [100, 101]) await tries(stage, cents);
    // What other stories withdraw stays enough, also where a share is added, and the fee alone is not below the minimum.
    const room = Math.floor(0.95 * stage.valueCents);
    const minimumWithdrawal = Math.max(1, Math.min(83, room >> 1));
    const withdrawalFee = Math.max(1, Math.min(317, room - minimumWithdrawal));
    const floor = minimumWithdrawal + withdrawalFee;
    await stage.act("change-settings", { minimumWithdrawal, withdrawalFee });
    await stage.account.fee();
    const enough = Math.max(1_000, stage.valueCents);
    for (const cents of [withdrawalFee, floor - 1, floor, enough]) await tries(stage, cents);
  },
);

/** Initiates a withdrawal of this value, and cancels it. Undefined when something else than the value is in the way. */
async function tries(stage: Stage, cents: number): Promise<boolean | undefined> {
  const call = await stage.initiate(cents);
  await stage.undo(call);
  if (isSuccess(call)) return true;
  return wasRejected(call) && isOfValue(call) ? false : undefined;
}

const MAX_MAILS = 4;
