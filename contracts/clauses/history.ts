import { everything, type JsonObject } from "../judge/json.ts";
import { addedBetween, isOwn, mayBeCut, recordOf, says } from "../model/history.ts";
import { MAX_IDENTIFIER_DELAY_MS, type Payment } from "../model/payments.ts";
import type { Seen } from "../model/seen.ts";
import { dailyWithdrawal } from "../stories/automatic.ts";
import { twoCompanies, withdrawalOpened } from "../stories/initiations.ts";
import { accountRead } from "../stories/readings.ts";
import { withdrawalPaid } from "../stories/withdrawals.ts";
import { MAX_LIST_LAG_MS } from "../trace/pages.ts";
import { clause, every, right } from "./clause.ts";
import { dailyWithdrawals } from "./daily-withdrawals.ts";
import { Broken, each, NotJudged } from "./judging.ts";

/** What others make is shown a little later than what is asked for. */
const LATE_MS = 10_000;
const record =
  "components/responses/WithdrawalsListed/content/application~1json/schema/allOf/1/properties/data/items/properties";

/** What a company sees of its withdrawals. */
export const historyClauses = [
  every({
    id: "history.lists-manual",
    section: "Endpoints",
    text: "A withdrawal that the company initiated is in the history, and stays there.",
    needs: [withdrawalOpened],
    those: listings,
    judge: ({ withdrawal, reading, own }, seen) => {
      if (own !== undefined || reading.records.some((one) => says(one, withdrawal.valueCents) && !isOwn(one, seen)))
        return;
      if (mayBeCut(reading)) return;
      throw new Broken(`the history does not list the withdrawal ${withdrawal.id}`, [withdrawal.initiation, reading]);
    },
  }),
  every({
    id: "history.lists-automatic",
    section: "Endpoints",
    text: "An automatic withdrawal is in the history.",
    needs: [dailyWithdrawal],
    // Whether the money goes out is another clause's.
    those: (seen) =>
      dailyWithdrawals(seen).flatMap(({ act, isOut, known, later }) =>
        isOut && known !== undefined && later.length > 0 ? [{ act, before: known, after: later }] : [],
      ),
    judge: ({ before, after, act }, seen) => {
      if (after.some((reading) => addedBetween(before, reading, seen.withdrawals).length > 0)) return;
      // A page may have been full before.
      if ([before, ...after].some(mayBeCut)) throw new NotJudged("the history is long, and may be shown in part only");
      if (!after.some(({ call }) => call.askedAt >= act.at + LATE_MS)) throw new NotJudged("the history may be behind");
      throw new Broken("an automatic withdrawal was made, and the history does not list it", [
        act,
        ...after.map(({ call }) => call),
      ]);
    },
  }),
  right({
    id: "history.own-only",
    section: "What the service does",
    text: "The history lists no withdrawals of another company.",
    needs: [twoCompanies],
    those: foreign,
    wrong: ({ withdrawal, ...reading }) =>
      recordOf(reading, withdrawal) !== undefined &&
      `the withdrawal ${withdrawal.id} is in the history of another company`,
  }),
  clause({
    id: "history.status",
    section: "Resources and their fields: Withdrawal",
    text: "Each withdrawal in the history has a `status`, which is one of the six that exist.",
    // What there is only after a payment is a status, too.
    needs: [accountRead, withdrawalOpened, withdrawalPaid],
    covers: [`${record}/status`],
  }),
  right({
    id: "history.amount",
    section: "Resources and their fields: Withdrawal",
    text: "Each withdrawal in the history shows its amount, an integer of cents.",
    needs: [withdrawalOpened],
    those: (seen) =>
      listings(seen).flatMap((one) =>
        one.own === undefined || !Number.isInteger(one.withdrawal.valueCents) ? [] : [{ ...one, own: one.own }],
      ),
    wrong: ({ withdrawal: { valueCents }, own }) =>
      ![...everything(own)].some(({ value }) => value === valueCents) &&
      `the history does not show the amount of a withdrawal of ${valueCents} cents`,
  }),
  right({
    id: "history.pix-key",
    section: "Resources and their fields: Withdrawal",
    text: "Each withdrawal in the history shows the PIX key that it goes to, a string.",
    needs: [accountRead, withdrawalOpened],
    those: (seen) => {
      const ids = new Set(seen.withdrawals.map(({ id }) => id));
      return seen.histories.flatMap(({ call, records }) =>
        records.map((own) => ({ call, texts: otherTexts(own, ids) })),
      );
    },
    wrong: ({ texts }, { isPartial }) => {
      // A recording may hide it.
      if (texts.length === 0 || !(isPartial || texts.some((text) => partOfPixKey.test(text))))
        return "a withdrawal in the history does not show the PIX key that it goes to";
      if (texts.some((text) => looksLikePixKey.test(text))) return undefined;
      throw new NotJudged("no text of the history looks like a PIX key; it may be shown in part only");
    },
  }),
  clause({
    id: "history.end-to-end-id",
    section: "Resources and their fields: Withdrawal",
    text: "A withdrawal whose payment is confirmed has a string `endToEndId` in the history.",
    needs: [withdrawalPaid],
    covers: [`${record}/endToEndId`],
    judge: ({ payments }) => {
      const late = payments.flatMap((payment) => (isMissing(payment) ? [payment.shown.at(-1)] : []));
      const [wrong] = late;
      if (wrong !== undefined)
        throw new Broken("a payment is confirmed, and the history has no endToEndId of it", [wrong.reading]);
      return each(payments.filter(({ shown }) => shown.some(({ endToEndId }) => endToEndId !== undefined)));
    },
  }),
  clause({
    id: "history.end-to-end-id-own",
    section: "Resources and their fields: Withdrawal",
    text: "The `endToEndId` identifies one transaction: that of a withdrawal stays as it is, and no other one has it.",
    needs: [withdrawalPaid],
    judge: ({ payments }) => {
      const owners = new Map<string, Payment>();
      return each(
        payments.flatMap((payment) => payment.shown.map((one) => ({ payment, ...one }))).filter(isIdentified),
        ({ payment, endToEndId, reading }) => {
          const other = owners.get(endToEndId);
          owners.set(endToEndId, other ?? payment);
          if (other !== undefined && other !== payment)
            throw new Broken(`two withdrawals have the endToEndId ${endToEndId}`, [reading]);
          const before = payment.shown.find((one) => isIdentified(one) && one.endToEndId !== endToEndId);
          if (before !== undefined)
            throw new Broken(`the endToEndId of a withdrawal was ${before.endToEndId}, and is ${endToEndId}`, [
              before.reading,
              reading,
            ]);
        },
      );
    },
  }),
];

function isIdentified<T extends { readonly endToEndId: unknown }>(one: T): one is T & { readonly endToEndId: string } {
  return typeof one.endToEndId === "string";
}

/** For each of the run's withdrawals, the last history that should list it. It may be a little behind. */
function listings({ withdrawals, pages, isBefore }: Seen) {
  return withdrawals.flatMap((withdrawal) => {
    const { account, initiation } = withdrawal;
    const readings = pages.filter((one) => one.account === account && isBefore(initiation, one.call));
    const listed = readings.findLast((one) => recordOf(one, withdrawal) !== undefined);
    const last = readings.findLast(
      ({ call }) => listed !== undefined || call.askedAt >= initiation.answeredAt + MAX_LIST_LAG_MS,
    );
    // It may be on another page.
    const reading = last !== undefined && mayBeCut(last) ? (listed ?? last) : last;
    return reading === undefined ? [] : [{ withdrawal, reading, own: recordOf(reading, withdrawal) }];
  });
}

/** Histories of one company, with withdrawals of another that has them in its own. */
function foreign({ pages, withdrawals, isBefore }: Seen) {
  const others = pages.filter(({ account }) => account.includes(", other company"));
  if (others.length === 0) return [];
  const listed = withdrawals.filter((one) =>
    pages.some((reading) => reading.account === one.account && recordOf(reading, one) !== undefined),
  );
  return others.flatMap((reading) =>
    listed
      .filter(({ account, initiation }) => account !== reading.account && isBefore(initiation, reading.call))
      .map((withdrawal) => ({ ...reading, withdrawal })),
  );
}

/** Texts of a record of which the document does not show the name; one of them must be the PIX key. */
function otherTexts(one: JsonObject, ids: ReadonlySet<unknown>): readonly string[] {
  return [...everything(one)].flatMap(({ place, value }) => {
    const isNamed = ["status", "endToEndId", "withdrawId"].includes(place.at(-1) ?? "");
    return typeof value === "string" && !isNamed && !ids.has(value) && !/^\d{4}-\d\d-\d\dT/.test(value) ? [value] : [];
  });
}

/** An address of e-mail, the digits of a person, a company or a telephone, or a random key. */
const looksLikePixKey = /^(\S+@\S+|\+?[\d.()/ -]{10,20}|[0-9a-f]{8}-[0-9a-f-]{27})$/i;

/** What is shown of one in part has a digit, an at sign, hexadecimal characters only, or characters beside what hides others. */
const partOfPixKey = /[\d@]|^[0-9a-f-]+$|\p{L}.*[*•…]|[*•…].*\p{L}/iu;

/** `CONFIRMED` and the event come in any order. The event tells the payment, and the identifier may come a little after it. */
function isMissing({ shown, completion, isReviewed }: Payment): boolean {
  const last = shown.at(-1);
  if (last === undefined || shown.some(({ endToEndId }) => endToEndId !== undefined)) return false;
  const confirmedAt = isReviewed ? undefined : shown.find(({ status }) => status === "CONFIRMED")?.at;
  const isLate = confirmedAt !== undefined && last.at - confirmedAt >= MAX_IDENTIFIER_DELAY_MS;
  return isLate || (completion !== undefined && last.at - completion.at >= 30_000);
}
