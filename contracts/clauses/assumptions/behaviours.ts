import { durationText } from "../../judge/duration.ts";
import { recordOf } from "../../model/history.ts";
import { isAlike } from "../../model/other-outcomes.ts";
import { oddlyOpened, oddlyRead } from "../../stories/odd-requests.ts";
import { codeBlocked, codeRenewed, withdrawalPaid, withdrawalTried } from "../../stories/withdrawals.ts";
import { callsIn, callsOf, memberCalled } from "../../trace/find.ts";
import { isSuccess } from "../../trace/trace.ts";
import type { Clause } from "../clause.ts";
import { NotJudged } from "../judging.ts";
import { behaviour } from "./assumption.ts";

const fiveMinutesMs = 5 * 60_000;
const tenSecondsMs = 10_000;

/** How requests about withdrawals go where the document does not say, or not exactly. Named after the keys of `x-behaviours`. */
export const behaviourClauses: readonly Clause[] = [
  behaviour({
    id: "behaviour.otp-life",
    section: "Limits",
    text: "A code confirms during the five minutes after its sending, and not from their end on.",
    needs: [codeRenewed],
    those: ({ life }) => [life],
    differs: ({ atLeastMs, atMostMs }) => {
      if (atMostMs < fiveMinutesMs) return `a code of ${durationText(atMostMs)} has expired`;
      if (atLeastMs > fiveMinutesMs) return `a code of ${durationText(atLeastMs)} is valid`;
      if (!Number.isFinite(atMostMs)) throw new NotJudged("no code has expired in this run");
      return undefined;
    },
  }),
  behaviour({
    id: "behaviour.otp-attempts",
    section: "States and transitions: Withdrawal",
    text: "A wrong code that is well formed counts while the right one is valid; the fifth is still answered as wrong, and every later one as blocked.",
    needs: [codeBlocked],
    those: ({ confirmations, life }) => {
      const living = confirmations.filter(({ codeAge }) => codeAge.mostMs < life.atMostMs);
      const first = living.find(({ code, wrongBefore }) => code === "wrong" && wrongBefore === 0);
      const later = living.filter(({ code, wrongBefore }) => code === "wrong" && wrongBefore >= 4);
      return first === undefined ? [] : later.map((one) => ({ ...one, isWrong: isAlike(first.call, one.call) }));
    },
    differs: ({ call, wrongBefore, isWrong }) => {
      if (wrongBefore === 4) return !isWrong && `the fifth wrong code gets ${call.response?.status}, unlike the first`;
      return isWrong && "the sixth wrong code is answered like the first";
    },
  }),
  behaviour({
    id: "behaviour.refusal-order",
    section: "Errors",
    text: "Where several rejections apply, the one that nothing can change comes first: a second initiation is told of the open withdrawal before its value is looked at, and a blocked withdrawal tells nothing of its code.",
    needs: [oddlyOpened, codeBlocked],
    those: ({ initiations }) =>
      initiations.filter(({ open, value, rejected }) => rejected && open.length > 0 && value === 1),
    differs: ({ call }, { confirmations, life }) => {
      const blocked = confirmations.filter(
        ({ wrongBefore, codeAge, state }) => state === "open" && wrongBefore >= 5 && codeAge.mostMs < life.atMostMs,
      );
      const wrong = blocked.find(({ code }) => code === "wrong");
      const right = blocked.find(({ code }) => code === "right");
      const tells = wrong !== undefined && right !== undefined && !isAlike(wrong.call, right.call);
      const { status } = call.response ?? {};
      return [
        status !== 409 && `while a withdrawal is open, the initiation of another one of 1 cent gets ${status}`,
        tells && "a blocked withdrawal tells a right code from a wrong one",
      ];
    },
  }),
  behaviour({
    id: "behaviour.state-at-initiation",
    section: "States and transitions: Withdrawal",
    text: "An open withdrawal is `CREATED`, also when its code has expired.",
    needs: [oddlyOpened],
    those: ({ shownStates }) => shownStates.filter(({ done }) => done === "nothing"),
    differs: ({ status }) => status !== "CREATED" && `an open withdrawal is ${status}`,
  }),
  behaviour({
    id: "behaviour.state-after-cancellation",
    section: "States and transitions: Withdrawal",
    text: "A cancelled withdrawal is `CANCELLED`.",
    needs: [oddlyOpened],
    those: ({ shownStates }) => shownStates.filter(({ done }) => done === "cancelled"),
    differs: ({ status }) => status !== "CANCELLED" && `a cancelled withdrawal is ${status}`,
  }),
  behaviour({
    id: "behaviour.state-after-approval",
    section: "States and transitions: Withdrawal",
    text: "An approved withdrawal is `APPROVED`, a declined one `CANCELLED`.",
    needs: [],
    those: ({ shownStates }) => shownStates.filter(({ done }) => done === "approved" || done === "declined"),
    differs: ({ done, status, leastMs }) => {
      // Confirmation may have followed by now.
      const isPaid = status === "CONFIRMED" && leastMs >= 1_000;
      const isRight = done === "declined" ? status === "CANCELLED" : status === "APPROVED" || isPaid;
      return !isRight && `a withdrawal that was ${done} is ${status}`;
    },
  }),
  behaviour({
    id: "behaviour.settlement",
    section: "States and transitions: Withdrawal",
    text: "Ten seconds after it was `APPROVED` a withdrawal is `CONFIRMED`, and then it has its endToEndId.",
    needs: [withdrawalPaid],
    those: ({ shownStates }) =>
      shownStates.filter(({ done, status }) => done === "confirmed" && status !== "PENDING_REVIEW"),
    differs: ({ status, hasEndToEndId, leastMs, mostMs }) => {
      const isPaid = status === "CONFIRMED";
      if (isPaid !== hasEndToEndId) return `a withdrawal is ${status} and has ${isPaid ? "no" : "an"} endToEndId`;
      if (isPaid && mostMs < tenSecondsMs - 1_000)
        return `a payment is confirmed after at most ${durationText(mostMs)}`;
      return !isPaid && leastMs > tenSecondsMs + 1_500 && `after ${durationText(leastMs)} a withdrawal is ${status}`;
    },
  }),
  behaviour({
    id: "behaviour.end-to-end-id",
    section: "Resources and their fields: Withdrawal",
    text: "An endToEndId is `E`, eight digits of the bank, the minute as twelve digits, and eleven letters or digits.",
    needs: [withdrawalPaid],
    those: ({ named }) => {
      const histories = named.filter(({ outcome }) => outcome === "withdrawals-listed");
      const ids = histories.map(({ call }) => memberCalled(call.response?.json, "endToEndId"));
      return ids.flatMap((id) => (typeof id === "string" && id !== "" ? [id] : []));
    },
    differs: (id) => !/^E[0-9]{20}[0-9A-Za-z]{11}$/.test(id) && `an endToEndId is ${id}`,
  }),
  behaviour({
    id: "behaviour.lists",
    section: "Endpoints",
    text: "Lists are complete and begin with the newest.",
    needs: [withdrawalTried],
    those: ({ histories, withdrawals }) =>
      histories.flatMap((reading) => {
        const own = withdrawals.filter(({ account, initiation }) => {
          return account === reading.account && initiation.answeredAt <= reading.call.askedAt;
        });
        return own.length < 2 ? [] : [{ own, reading }];
      }),
    differs: ({ own, reading }) => {
      const order = new Map<unknown, number>(reading.records.map((record, at) => [record, at]));
      const places = own.flatMap((withdrawal) => order.get(recordOf(reading, withdrawal)) ?? []);
      const isNewestFirst = places.every((place, at) => at === 0 || place < (places[at - 1] ?? 0));
      if (places.length < own.length) return `of ${own.length} withdrawals the history lists ${places.length}`;
      return !isNewestFirst && "the history does not begin with the newest withdrawal";
    },
  }),
  behaviour({
    id: "behaviour.strict-requests",
    section: "Endpoints",
    text: "A request with an unknown member, a control character or text of extreme length is malformed.",
    needs: [oddlyOpened],
    those: ({ cancellations, named }) => {
      const malformed = named.find(({ call, outcome }) => {
        const isPlain = call.operationId === "cancelWithdrawal" && call.request.rawBody === undefined;
        return isPlain && outcome === "request-malformed";
      });
      const odd = cancellations.flatMap(({ call }) => {
        const { members } = call.request;
        const id = String(members.withdrawId);
        if ("saldoContract" in members) return [{ call, what: "an unknown member" }];
        if (/\p{Cc}/u.test(id)) return [{ call, what: "a control character" }];
        return id.length > 5_000 ? [{ call, what: "a text of 10,000 characters" }] : [];
      });
      return malformed === undefined ? [] : odd.map((one) => ({ ...one, malformed: malformed.call }));
    },
    differs: ({ call, what, malformed }) =>
      !isAlike(malformed, call) && `a request with ${what} gets ${call.response?.status}, unlike one that is malformed`,
  }),
  behaviour({
    id: "behaviour.prefixes",
    section: "Versioning",
    text: "Every path is reached both with `/v1` before it and without.",
    needs: [oddlyRead],
    those: ({ whole }) => {
      const calls = callsIn(whole);
      const below = calls.filter(({ credential, request }) => credential === "own" && request.path.startsWith("/v1/"));
      if (below.some(({ request }) => request.base?.includes("v1"))) throw new NotJudged("the address has /v1 already");
      return below;
    },
    differs: (call) => !isSuccess(call) && `${call.request.method} ${call.request.path} gets ${call.response?.status}`,
  }),
  behaviour({
    id: "behaviour.limits",
    section: "Limits",
    text: "There is no rate limit and no greatest number of webhooks.",
    needs: [oddlyRead],
    those: ({ whole }) => {
      const reads = callsOf(whole, "listWithdrawals");
      return reads.length < 30 ? [] : reads;
    },
    differs: ({ response }) => response?.status === 429 && "of many requests at once one gets 429",
  }),
];
