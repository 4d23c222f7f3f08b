import type { JsonObject } from "../judge/json.ts";
import { around } from "../model/around.ts";
import { addedBetween, isOwn, mayBeCut, says } from "../model/history.ts";
import { freshInitiations, otherName, secondInitiations } from "../model/initiations.ts";
import type { Seen } from "../model/seen.ts";
import type { Initiation } from "../model/withdrawals.ts";
import { twoCompanies, withdrawalOpened } from "../stories/initiations.ts";
import { codeRenewed, withdrawalPaid, withdrawalTried } from "../stories/withdrawals.ts";
import { isOfValue, memberCalled } from "../trace/find.ts";
import { accepted, every, rejected, right } from "./clause.ts";
import { Broken, NotJudged, twinsIn } from "./judging.ts";

const schema = "content/application~1json/schema/allOf/1/properties/data";

/** How a withdrawal is opened. */
export const initiationClauses = [
  every({
    id: "initiation.returns-id",
    section: "Endpoints",
    text: "The response to an initiation has the identifier of the new withdrawal, a string `withdrawId`.",
    needs: [withdrawalOpened],
    covers: [`components/responses/Initiated/${schema}/properties/withdrawId`],
    those: ({ withdrawals }) => {
      const twins = twinsIn(withdrawals, ({ account, id }) => JSON.stringify([account, id]));
      if (twins === undefined) return withdrawals;
      throw new Broken(
        `two withdrawals have the withdrawId ${twins[0]?.id}`,
        twins.map(({ initiation }) => initiation),
      );
    },
    judge: ({ id, initiation }, seen) => {
      const named = otherName(id, seen);
      if (named !== undefined)
        throw new Broken(`a withdrawal was opened as ${id}, and is known as ${named.id}`, [initiation, ...named.shown]);
    },
  }),
  rejected({
    id: "initiation.value-required",
    section: "Endpoints",
    text: "An initiation without `value` is rejected.",
    needs: [withdrawalOpened],
    what: "an initiation without value",
    those: ({ initiations }) =>
      initiations.filter(({ value, open, call }) => value === undefined && open.length === 0 && isOfValue(call)),
  }),
  rejected({
    id: "initiation.whole-cents",
    section: "Endpoints",
    text: "A `value` with a fraction of a cent is rejected.",
    needs: [withdrawalOpened],
    what: "an initiation with a fraction of a cent",
    those: ({ initiations }) =>
      initiations.filter(({ value, open, call }) => isFraction(value) && open.length === 0 && isOfValue(call)),
  }),
  rejected({
    id: "initiation.positive-only",
    section: "Errors",
    text: "A `value` of zero or less, which is below every minimum, is rejected.",
    needs: [withdrawalOpened],
    what: "an initiation of nothing, or less,",
    those: ({ initiations }) =>
      initiations.filter(({ value, open, call }) => Number(value) <= 0 && open.length === 0 && isOfValue(call)),
  }),
  right({
    id: "initiation.second-refused",
    section: "Errors",
    text: "While a withdrawal is open, another initiation is rejected with 409.",
    needs: [withdrawalOpened, withdrawalTried, codeRenewed],
    those: secondInitiations,
    wrong: ({ call: { response } }) =>
      response?.status !== 409 &&
      `an initiation while another withdrawal is open must get 409, and got ${response?.status}`,
  }),
  right({
    id: "initiation.conflict-names-open-one",
    section: "Errors",
    text: "The 409 of a second initiation carries as `withdrawId` the identifier of the open withdrawal.",
    needs: [withdrawalOpened],
    covers: [`components/responses/WithdrawalAlreadyOpen/${schema}/allOf/1/properties/withdrawId`],
    those: (seen) => secondInitiations(seen).filter(({ rejected }) => rejected),
    wrong: ({ call, open }) => {
      const named = memberCalled(call.response?.json, "withdrawId");
      const isOther = open.every(({ id }) => id !== named);
      return isOther && `the withdrawal ${open[0]?.id} is open, and the rejection of another one names ${named}`;
    },
  }),
  every({
    id: "initiation.one-open-at-a-time",
    section: "Limits",
    text: "An initiation that was rejected because of an open withdrawal has opened none.",
    needs: [withdrawalOpened],
    those: (seen) => secondInitiations(seen).flatMap((second) => (second.rejected ? historyAround(second, seen) : [])),
    judge: ({ second, before, after }, seen) => {
      const added = addedBetween(before, after, seen.withdrawals).filter((record) => !isOwn(record, seen));
      if (!added.some((record) => says(record, Number(second.value)) && !isOver(record))) return;
      throw new Broken("an initiation was rejected, and the history has one more withdrawal", [second, after]);
    },
  }),
  right({
    id: "initiation.limit-per-company",
    section: "Limits",
    text: "A withdrawal that is open for one company is not in the way of another company.",
    needs: [twoCompanies],
    those: ({ initiations, withdrawals, isBefore }) =>
      initiations.flatMap((one) => {
        const others = withdrawals.filter(
          ({ account, initiation }) => account !== one.call.account && isBefore(initiation, one.call),
        );
        const isSame = one.call.account.includes(", other company");
        return isSame && one.open.length === 0 && others.length > 0 ? [{ ...one, others }] : [];
      }),
    wrong: ({ call, accepted, others }) => {
      if (accepted) return undefined;
      const named = memberCalled(call.response?.json, "withdrawId");
      if (others.some(({ id }) => id === named))
        return `the open withdrawal ${named} of one company is in the way of another company`;
      throw new NotJudged(`the initiation of the second company got ${call.response?.status}`);
    },
  }),
  accepted({
    id: "initiation.again-after-cancellation",
    section: "States and transitions: Withdrawal",
    text: "Once the open withdrawal is cancelled, another one can be initiated.",
    needs: [withdrawalOpened],
    what: "an initiation after a cancellation",
    those: (seen) => freshInitiations(seen).filter(({ previous }) => previous.state === "cancelled"),
  }),
  accepted({
    id: "initiation.again-after-payment",
    section: "States and transitions: Withdrawal",
    text: "Once the payment of a withdrawal is confirmed, another one can be initiated.",
    needs: [withdrawalPaid],
    what: "an initiation after a confirmed payment",
    those: (seen) =>
      freshInitiations(seen).filter(({ previous, rejected, call }) => {
        const isPaid = previous.state === "confirmed" || previous.state === "in-review";
        // Another rejection than that of an open withdrawal may be a limit of what a company withdraws in a day.
        return isPaid && (!rejected || call.response?.status === 409);
      }),
  }),
];

function isFraction(value: unknown): boolean {
  return typeof value === "number" && !Number.isInteger(value);
}

/** Others may have opened what is paid or given up by now, before the run has opened its own. */
function isOver(record: JsonObject): boolean {
  return ["CONFIRMED", "FAILED", "CANCELLED"].some((status) => says(record, status));
}

function historyAround(second: Initiation, { histories, isBefore }: Seen) {
  const { before, after: later } = around(histories, second.call, isBefore);
  const [after] = later;
  return before === undefined || after === undefined || mayBeCut(before) ? [] : [{ second, before, after }];
}
