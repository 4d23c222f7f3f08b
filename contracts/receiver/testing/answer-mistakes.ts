import { setTimeout as wait } from "node:timers/promises";
import { isRight } from "./receiver.ts";
import { idIn, type Mistake } from "./signature-mistakes.ts";

/** Mistakes in what a receiver does with deliveries that it trusts. */
export const answerMistakes: readonly Mistake[] = [
  {
    name: "takes no body with spaces, however it is signed",
    found: /whitespace|large/,
    lacking: /re-serialized/,
    takes: ({ text }) => (text.includes("  ") ? 400 : 200),
  },
  {
    name: "needs every member of a charge, and no null",
    found: /^events\.charge-(pen|pro)|^fields\.(customer|previous|external|expires)/,
    lacking: /absent-for-null|out-of-order/,
    takes: ({ event, data }) => (event.startsWith("charge.p") && isHollow(data) ? 422 : 200),
  },
  {
    name: "needs every field, though it may be null",
    found: /absent-for-null/,
    takes: ({ event, data }) => (event.startsWith("charge.") && data.expiresAt === undefined ? 400 : 200),
  },
  {
    name: "takes one event only",
    found: /^events\.(?!unknown-charge|charge-paid)/,
    lacking: /absent-for-null|out-of-order/,
    takes: ({ event }) => (event === "charge.paid" ? 200 : 400),
  },
  {
    name: "breaks down at an event that it does not know",
    found: /^events\.unknown$|to-the-end/,
    lacking: /^(signature|bytes|fields|deliveries)|refusal/,
    isGone: true,
    takes({ event }, _, receiver) {
      if (isUnknown(event)) receiver.breakDown();
      return 200;
    },
  },
  {
    name: "breaks down at it, and is started again",
    found: /^events\.unknown$/,
    options: { returnMs: 10_000 },
    made() {
      let missed = 0;
      return {
        takes({ event }, { socket }) {
          if (isUnknown(event)) missed = 2;
          missed -= 1;
          if (missed < 0) return 200;
          socket.destroy();
          return null;
        },
      };
    },
  },
  {
    name: "rejects a payment of an unknown charge with 422",
    found: /unknown-charge/,
    lacking: /^events\.charge-paid|out-of-order/,
    takes: ({ event }) => (event === "charge.paid" ? 422 : 200),
  },
  {
    name: "looks up every charge, before it reads the event",
    found: /unknown-charge/,
    lacking: /^events\.(charge-|subscription-charge-paid|dispute)|^fields|^bytes\.numbers|out-of-order/,
    takes: ({ data }) => (data.chargeId === undefined ? 200 : 404),
  },
  {
    name: "looks up everything, and ignores that there is no signature",
    found: /missing|^events\.unknown/,
    lacking: /^events\.(?!unknown)|^fields|^bytes\.numbers|out-of-order/,
    trusts: (header, body) => header === undefined || isRight(header, body),
    takes: () => 404,
  },
  {
    name: "rejects what it has had",
    found: /^deliveries\.repeated/,
    made() {
      const had = new Set<unknown>();
      return { takes: (_, request) => (had.size === had.add(idIn(request)).size ? 409 : 200) };
    },
  },
  {
    name: "rejects what comes too late",
    found: /out-of-order/,
    made() {
      const paid = new Set<unknown>();
      return {
        takes({ event, data: { chargeId } }) {
          if (event === "charge.paid") paid.add(chargeId);
          return event !== "charge.paid" && paid.has(chargeId) ? 409 : 200;
        },
      };
    },
  },
  {
    name: "takes two deliveries at a time",
    found: /at-once/,
    options: { selected: ["deliveries.at-once"] },
    made() {
      let deliveries = 0;
      const third = Promise.withResolvers<void>();
      return {
        async takes() {
          deliveries += 1;
          // One comes alone. Two of those that come together are at work until a third one is rejected.
          if (deliveries === 2 || deliveries === 3) await third.promise;
          if (deliveries === 4) third.resolve();
          return deliveries === 4 ? 503 : 200;
        },
      };
    },
  },
  {
    name: "redirects one event",
    found: /withdraw-completed|no-redirect/,
    takes: ({ event }) => (event === "withdraw.completed" ? 307 : 200),
  },
  { name: "is always late", found: /in-time/, options: { answerMs: 50 }, takes: () => wait(60, 200) },
  {
    name: "never answers",
    found: /in-time|to-the-end/,
    lacking: /^(?!answers\.(in-time|to-the-end|no-redirect))/,
    options: { answerMs: 100, patienceMs: 300 },
    takes: () => null,
  },
];

function isUnknown(event: string): boolean {
  return /^(charge\.disputed\.later|invoice\.settled)$/.test(event);
}

function isHollow(data: Readonly<Record<string, unknown>>): boolean {
  const names = ["chargeId", "companyId", "paymentStatus", "previousStatus"];
  const others = ["total", "externalId", "paidAt", "expiresAt"];
  const customer = Object(data.customer);
  const ofCustomer = ["id", "name", "email", "phone"].map((name) => customer[name]);
  return [...[...names, ...others].map((name) => data[name]), ...ofCustomer].some((value) => value == null);
}
