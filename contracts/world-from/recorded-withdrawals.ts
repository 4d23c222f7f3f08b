import type { components } from "../../src/spec/generated/control-api.ts";
import { instantIn } from "../judge/instant.ts";
import { type JsonObject, valuesIn } from "../judge/json.ts";
import { bodyOf, bodySays, saysOne } from "../model/deliveries.ts";
import { recordOf } from "../model/history.ts";
import type { Seen } from "../model/seen.ts";
import type { Confirmation, SeenWithdrawal } from "../model/withdrawals.ts";
import { memberCalled } from "../trace/find.ts";
import { startOf } from "../trace/order.ts";
import type { Arrival } from "../trace/trace.ts";
import { agoOf } from "./recorded-time.ts";

type Planned = components["schemas"]["FixtureWithdrawal"];
type Status = Planned["status"];

/** Takes a sentence for something that the recording does not tell. */
export type Tell = (sentence: string) => void;

export interface RecordedWithdrawal {
  readonly value: number;
  readonly status: Status;
  readonly at: number;
  /** When its value came back; only of one that was cancelled or failed. */
  readonly backAt?: number;
  /** When its newest code was sent, if that is not the first, and how many wrong ones were entered since. */
  readonly resentAt?: number;
  readonly wrongCodes?: number;
}

const STATUSES: readonly Status[] = ["CREATED", "PENDING_REVIEW", "APPROVED", "CONFIRMED", "FAILED", "CANCELLED"];

/** What requests leave behind where no later history tells more. */
const LEFT_BEHIND: Readonly<Partial<Record<SeenWithdrawal["state"], Status>>> = {
  open: "CREATED",
  confirmed: "APPROVED",
  "in-review": "PENDING_REVIEW",
  cancelled: "CANCELLED",
};

/** Returns the withdrawals of an account, oldest first, and tells which of them it cannot know. */
export function recordedWithdrawals(seen: Seen, account: string, deliveries: readonly Arrival[], tell: Tell) {
  const own = seen.withdrawals.filter((one) => one.account === account);
  const history = seen.histories.findLast((one) => one.account === account);
  if (history === undefined) tell("No whole history was recorded: withdrawals from before the recording are missing.");
  const ids = new Set(own.map(({ id }) => id));
  const listed = (history?.records ?? []).filter((record) => !saysOne(record, ids));
  const startMs = own[0]?.initiation.askedAt ?? history?.call.askedAt ?? 0;
  const older = listed.flatMap((record, nth) => ofRecord(record, startMs - (nth + 1) * 60_000, tell));
  const completions = deliveries.filter((one) => bodyOf(one).event === "withdraw.completed");
  const paid = new Set(completions.flatMap(({ json }) => valuesIn(json)).map(String));
  const opened = own.flatMap((withdrawal, at) => {
    const { id, valueCents: value, initiation, state } = withdrawal;
    const changes = seen.decisions.get(withdrawal)?.map(({ by }) => startOf(by)) ?? [];
    const changedAt = Math.max(initiation.askedAt, ...changes);
    const isShown = history !== undefined && history.call.askedAt >= changedAt;
    const shown = isShown ? statusOf(recordOf(history, withdrawal)?.status) : undefined;
    const status = paid.has(id) ? "CONFIRMED" : (shown ?? LEFT_BEHIND[state]);
    const isOver = status === "CREATED" && own.length > at + 1;
    if (status === undefined || isOver || !isAmount(value)) {
      const which = isAmount(value) ? `a withdrawal of ${value} cents` : "a withdrawal without a value in whole cents";
      tell(`What became of ${which} was not recorded: it is left out.`);
      return [];
    }
    const codes = status === "CREATED" && codesOf(seen, withdrawal);
    return [{ ...plain(value, status, initiation.askedAt, changedAt), ...codes }];
  });
  const named = seen.initiations.findLast(({ call }) => call.account === account && call.response?.status === 409);
  const openId = memberCalled(named?.call.response?.json, "withdrawId");
  if (openId !== undefined && !ids.has(String(openId)) && !listed.some((one) => bodySays(one, String(openId))))
    tell("A 409 names an open withdrawal whose value was not recorded: it is left out.");
  return [...older, ...opened].toSorted((one, other) => one.at - other.at);
}

/** Less than the shortest time between an approval and its payment that settings have. */
const STILL_PAID_OUT_MS = 500;

/**
 * Returns withdrawals as fixtures have them, at times that the end of the recording allows: what the bank would have ended by
 * then was initiated just before it, and nothing before what it came after. A step takes the time of the initiation.
 */
export function withdrawalFixtures(all: readonly RecordedWithdrawal[], endMs: number, lifeMs: number): Planned[] {
  const ago = (ms: number) => agoOf(endMs, ms);
  let earliest = Number.NEGATIVE_INFINITY;
  return all.map(({ value, status, at, resentAt, wrongCodes = 0 }) => {
    earliest = Math.max(earliest, at, status === "APPROVED" ? endMs - STILL_PAID_OUT_MS : at);
    const isSettled = status === "CONFIRMED" || status === "FAILED";
    return {
      ...{ value, status, initiatedAgo: ago(Math.min(earliest, (resentAt ?? Number.POSITIVE_INFINITY) - lifeMs)) },
      ...(isSettled && { settledAgo: ago(earliest) }),
      ...(resentAt !== undefined && { resentAgo: ago(resentAt) }),
      ...(wrongCodes > 0 && { wrongCodes: Math.min(5, wrongCodes) }),
    };
  });
}

function plain(value: number, status: Status, at: number, changedAt = at): RecordedWithdrawal {
  const isBack = status === "FAILED" || status === "CANCELLED";
  return { value, status, at, ...(isBack && { backAt: changedAt }) };
}

function ofRecord(record: JsonObject, unknownAt: number, tell: Tell): readonly RecordedWithdrawal[] {
  const [value, status, created] = ["value", "status", "createdAt"].map((name) => memberCalled(record, name));
  const known = statusOf(status);
  if (isAmount(value) && known !== undefined) return [plain(value, known, instantIn(created) || unknownAt)];
  tell("A withdrawal of the history shows no value or no documented status: it is left out.");
  return [];
}

/** Only codes since the newest one was sent count against the limit. */
function codesOf({ confirmations, resends }: Seen, withdrawal: SeenWithdrawal) {
  const resentAt = resends.findLast((one) => one.accepted && one.withdrawal === withdrawal)?.call.answeredAt;
  const isWrong = ({ call, code, rejected }: Confirmation) =>
    rejected && code !== "absent" && code !== "malformed" && call.askedAt >= (resentAt ?? 0);
  const wrongCodes = confirmations.filter((one) => one.withdrawal === withdrawal && isWrong(one)).length;
  return { wrongCodes, ...(resentAt !== undefined && { resentAt }) };
}

export function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

function statusOf(text: unknown): Status | undefined {
  return STATUSES.find((status) => status === text);
}
