import type { components } from "../../src/spec/generated/control-api.ts";
import { type JsonObject, valuesIn } from "../judge/json.ts";
import { bodyOf, bodySays } from "../model/deliveries.ts";
import { recordOf } from "../model/history.ts";
import type { Seen } from "../model/seen.ts";
import type { Confirmation, SeenWithdrawal } from "../model/withdrawals.ts";
import { memberCalled } from "../trace/find.ts";
import type { Arrival } from "../trace/trace.ts";
import { agoOf } from "./recorded-time.ts";

type Planned = components["schemas"]["FixtureWithdrawal"];
type Status = Planned["status"];

/** A withdrawal as it is at the end of a recording. */
export interface RecordedWithdrawal {
  readonly value: number;
  readonly status: Status;
  readonly at: number;
  /** When its value came back; only of one that was cancelled or failed. */
  readonly backAt?: number;
  readonly codes: { readonly resentAt?: number; readonly wrong: number };
}

const STATUSES: readonly Status[] = ["CREATED", "PENDING_REVIEW", "APPROVED", "CONFIRMED", "FAILED", "CANCELLED"];

/** What requests leave behind where no later history tells more. */
const LEFT_BEHIND: Readonly<Record<SeenWithdrawal["state"], Status | undefined>> = {
  ...{ open: "CREATED", confirmed: "APPROVED", "in-review": "PENDING_REVIEW", cancelled: "CANCELLED" },
  unknown: undefined,
};

/** Returns the withdrawals of an account, oldest first, and tells which of them it cannot know. */
export function recordedWithdrawals(
  seen: Seen,
  account: string,
  deliveries: readonly Arrival[],
  tell: (sentence: string) => void,
): readonly RecordedWithdrawal[] {
  const own = seen.withdrawals.filter((one) => one.account === account);
  const history = seen.histories.findLast((one) => one.account === account);
  if (history === undefined) tell("No whole history was recorded: withdrawals from before the recording are missing.");
  const listed = (history?.records ?? []).filter((record) => !own.some(({ id }) => bodySays(record, id)));
  const startMs = own[0]?.initiation.askedAt ?? history?.call.askedAt ?? 0;
  const older = listed.flatMap((record, nth) => ofRecord(record, startMs - (nth + 1) * 60_000, tell));
  const opened = own.flatMap((withdrawal, at) => {
    const changes = [...seen.confirmations, ...seen.cancellations].filter(
      (one) => one.accepted && one.withdrawal === withdrawal,
    );
    const changedAt = changes.reduce((latest, { call }) => Math.max(latest, call.askedAt), 0);
    const record = history && history.call.askedAt >= changedAt ? recordOf(history, withdrawal) : undefined;
    const isPaid = deliveries.some(
      (one) => bodyOf(one).event === "withdraw.completed" && bodySays(one.json, withdrawal.id),
    );
    const status = isPaid ? "CONFIRMED" : (statusOf(record?.status) ?? LEFT_BEHIND[withdrawal.state]);
    const isOver = status === "CREATED" && own.length > at + 1;
    const { valueCents: value, initiation } = withdrawal;
    if (status === undefined || isOver || !isAmount(value)) {
      const which = isAmount(value) ? `a withdrawal of ${value} cents` : "a withdrawal without a value in whole cents";
      tell(`What became of ${which} was not recorded: it is left out.`);
      return [];
    }
    return [{ ...plain(value, status, initiation.askedAt), codes: codesOf(seen, withdrawal) }].map((one) =>
      changedAt > 0 && one.backAt !== undefined ? { ...one, backAt: changedAt } : one,
    );
  });
  const named = seen.initiations.findLast(({ call }) => call.account === account && call.response?.status === 409);
  const openId = memberCalled(named?.call.response?.json, "withdrawId");
  const isKnown = [...own.map(({ id }) => id), ...listed.flatMap(valuesIn)].includes(String(openId));
  if (openId !== undefined && !isKnown)
    tell("A 409 names an open withdrawal whose value was not recorded: it is left out.");
  return [...older, ...opened].toSorted((one, other) => one.at - other.at);
}

/** Less than the shortest time between an approval and its payment that settings have. */
const STILL_PAID_OUT_MS = 500;

/**
 * Returns withdrawals, oldest first, at times that the end of the recording allows: what the bank would have ended by then
 * was initiated just before it, and nothing before what it came after.
 */
export function inTime(withdrawals: readonly RecordedWithdrawal[], endMs: number): readonly RecordedWithdrawal[] {
  let earliest = Number.NEGATIVE_INFINITY;
  return withdrawals.map((one) => {
    earliest = Math.max(earliest, one.at, one.status === "APPROVED" ? endMs - STILL_PAID_OUT_MS : one.at);
    return { ...one, at: earliest };
  });
}

/** Returns a withdrawal as fixtures have it. A step takes the time of the initiation: only the last state matters. */
export function withdrawalFixture(
  { value, status, at, codes }: RecordedWithdrawal,
  endMs: number,
  lifeMs: number,
): Planned {
  const { resentAt, wrong } = codes;
  const ago = (ms: number) => agoOf(endMs, ms);
  if (status !== "CREATED") {
    const isSettled = status === "CONFIRMED" || status === "FAILED";
    return { value, status, initiatedAgo: ago(at), ...(isSettled && { settledAgo: ago(at) }) };
  }
  const sentAt = resentAt === undefined ? at : Math.min(at, resentAt - lifeMs);
  return {
    ...{ value, status, initiatedAgo: ago(sentAt) },
    ...(resentAt !== undefined && { resentAgo: ago(resentAt) }),
    ...(wrong > 0 && { wrongCodes: Math.min(5, wrong) }),
  };
}

function plain(value: number, status: Status, at: number): RecordedWithdrawal {
  const isBack = status === "FAILED" || status === "CANCELLED";
  return { value, status, at, codes: { wrong: 0 }, ...(isBack && { backAt: at }) };
}

function ofRecord(
  record: JsonObject,
  unknownAt: number,
  tell: (sentence: string) => void,
): readonly RecordedWithdrawal[] {
  const [value, status, created] = ["value", "status", "createdAt"].map((name) => memberCalled(record, name));
  const known = statusOf(status);
  const at = Date.parse(String(created));
  if (isAmount(value) && known !== undefined) return [plain(value, known, Number.isNaN(at) ? unknownAt : at)];
  tell("A withdrawal of the history shows no value or no documented status: it is left out.");
  return [];
}

/** Only codes since the newest one was sent count against the limit. */
function codesOf({ confirmations, resends }: Seen, withdrawal: SeenWithdrawal): RecordedWithdrawal["codes"] {
  const resentAt = resends.findLast((one) => one.accepted && one.withdrawal === withdrawal)?.call.answeredAt;
  const isWrong = ({ call, code, rejected }: Confirmation) =>
    rejected && code !== "absent" && code !== "malformed" && call.askedAt >= (resentAt ?? 0);
  const wrong = confirmations.filter((one) => one.withdrawal === withdrawal && isWrong(one)).length;
  return { wrong, ...(resentAt !== undefined && { resentAt }) };
}

export function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

function statusOf(text: unknown): Status | undefined {
  return STATUSES.find((status) => status === text);
}
