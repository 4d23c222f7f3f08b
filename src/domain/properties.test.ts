import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Command } from "./command.ts";
import { decide } from "./decide.ts";
import { evolve } from "./evolve.ts";
import type { Instant } from "./instant.ts";
import { accounts } from "./ledger.ts";
import { otpMaxWrongAttempts } from "./otp.ts";
import { isRejection } from "./rejection.ts";
import { anyHistory } from "./testing/any-history.ts";
import { Auditor } from "./testing/auditor.ts";
import { fingerprint } from "./testing/fingerprint.ts";
import { holds, seeds, timeoutMs } from "./testing/holds.ts";
import { commandOf } from "./testing/moves.ts";
import { jsonWire, Story } from "./testing/story.ts";
import { begin, perform, told } from "./testing/tell.ts";
import { only, type Told } from "./testing/told.ts";
import { emptyWorld, type World } from "./world.ts";

/** The world that a history, read back from its text, makes of an empty one. */
function replay(history: readonly Told[]): World {
  const world = emptyWorld();
  const kept: Told[] = JSON.parse(JSON.stringify(history));
  for (const { at, event } of kept) evolve(world, event, at);
  return world;
}

describe("in every history", () => {
  holds("the ledger sums to zero, and balances are what an independent auditor makes of the events", (seed, moves) => {
    const story = begin(seed);
    const auditors = new Map<string, Auditor>();
    for (const move of moves) {
      perform(story, move);
      for (const { companyId, ledger } of story.world.companies.values()) {
        const auditor = auditors.get(companyId) ?? new Auditor(companyId);
        auditors.set(companyId, auditor);
        expect(ledger).toEqual(auditor.balances(story.history));
        expect(sum(accounts.map((account) => ledger[account]))).toBe(0);
      }
    }
  });

  holds("no money appears or vanishes: what the company has is what came in less what went out", (seed, moves) => {
    const story = begin(seed);
    for (const move of moves) {
      const before = totals(story.world);
      const position = story.history.length;
      perform(story, move);
      const crossed = outsideMoney(story.history.slice(position));
      expect(totals(story.world)).toBe(before + crossed);
    }
  });

  holds(
    "what is held is the sum of the holds, what is unsettled the sum of the withdrawals under way",
    (seed, moves) => {
      const story = begin(seed);
      for (const move of moves) {
        perform(story, move);
        const { world } = story;
        for (const { companyId, ledger, holds } of world.companies.values()) {
          expect(ledger.reserved).toBe(sum([...holds.values()].map(({ amountCents }) => amountCents)));
          const own = [...world.withdrawals.values()].filter((withdrawal) => withdrawal.companyId === companyId);
          const underWay = own.filter(({ status }) => /^(CREATED|PENDING_REVIEW|APPROVED)$/.test(status));
          expect(ledger.unsettled).toBe(sum(underWay.map(({ value }) => value)));
        }
      }
    },
  );

  holds(
    "replaying the events, read back from their text, gives an equal world, its agenda in the same order",
    (seed, moves) => {
      const story = told(seed, moves);
      expect(fingerprint(replay(story.history))).toBe(fingerprint(story.world));
    },
  );

  it(
    "a replayed world goes on like the one that never stopped",
    () => {
      fc.assert(
        fc.property(seeds, anyHistory, fc.nat(80), (seed, moves, stop) => {
          const whole = told(seed, moves);
          const half = told(seed, moves.slice(0, stop));
          const resumed = new Story({ seed: "none" });
          Object.assign(resumed.world, replay(half.history));
          resumed.history.splice(0, resumed.history.length, ...half.history);
          resumed.now = half.now;
          resumed.receiver = half.receiver;
          for (const move of moves.slice(stop)) perform(resumed, move);
          expect(JSON.stringify(resumed.history)).toBe(JSON.stringify(whole.history));
          expect(fingerprint(resumed.world)).toBe(fingerprint(whole.world));
        }),
        { numRuns: 60 },
      );
    },
    timeoutMs,
  );

  holds(
    "deciding changes nothing; only what is refused, or is so already, has no event, and `otp-incorrect` exactly its own",
    (seed, moves) => {
      const story = begin(seed);
      for (const move of moves) {
        if (move.do === "advance") {
          story.advance(move.by);
          continue;
        }
        const command = commandOf(story.world, move);
        const before = fingerprint(story.world);
        const isSo = isSoAlready(story.world, command, story.now);
        const { events, outcome } = decide(story.world, command, story.now, jsonWire);
        expect(fingerprint(story.world)).toBe(before);
        if (outcome.type === "otp-incorrect") expect(events.map(({ type }) => type)).toEqual(["OtpRefused"]);
        else expect(events.length === 0).toBe(isRejection(outcome) || isSo);
        for (const event of events) story.happen(event);
      }
    },
  );

  holds("the same seed and commands give the same events, byte for byte", (seed, moves) => {
    const first = JSON.stringify(told(seed, moves).history);
    expect(JSON.stringify(told(seed, moves).history)).toBe(first);
  });

  holds("no more than five wrong codes are counted for each that was sent, and only while it lived", (seed, moves) => {
    const { history } = told(seed, moves);
    const sent = new Map<string, { wrong: number; expiresAt: Instant }>();
    for (const { at, event } of history) {
      if (event.type === "OtpIssued") sent.set(event.withdrawId, { wrong: 0, expiresAt: event.expiresAt });
      if (event.type !== "OtpRefused") continue;
      const code = sent.get(event.withdrawId) ?? { wrong: 0, expiresAt: 0 };
      code.wrong += 1;
      expect(event.wrongAttempts).toBe(code.wrong);
      expect(code.wrong).toBeLessThanOrEqual(otpMaxWrongAttempts);
      expect(at).toBeLessThan(code.expiresAt);
    }
  });

  holds("a company has at most one open withdrawal, which is the one that it knows of", (seed, moves) => {
    const story = begin(seed);
    for (const move of moves) {
      perform(story, move);
      for (const { companyId, openWithdrawalId } of story.world.companies.values()) {
        const own = [...story.world.withdrawals.values()].filter((it) => it.companyId === companyId);
        const open = own.filter(({ status }) => status === "CREATED").map(({ withdrawId }) => withdrawId);
        expect(open).toEqual(openWithdrawalId === null ? [] : [openWithdrawalId]);
      }
    }
  });

  holds("time never goes back, what falls due is never refused, and no id is given twice", (seed, moves) => {
    // That what falls due is refused, or was due before now, makes the story itself throw.
    const { history, world } = told(seed, moves);
    const times = history.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const ids = idsOf(history);
    expect(new Set(ids).size).toBe(ids.length);
    const { charge, withdrawal, notification, delivery, message, webhook } = world.minted;
    const ofThisEpoch = idsOf(history.slice(history.findLastIndex(({ event }) => event.type === "WorldRewound") + 1));
    expect(charge + withdrawal + notification + delivery + message + webhook).toBe(ofThisEpoch.length);
  });
});

function idsOf(history: readonly Told[]): string[] {
  return [
    ...only("ChargeCreated", history).map(({ chargeId }) => chargeId),
    ...only("SubscriptionChargePaid", history).map(({ chargeId }) => chargeId),
    ...only("WithdrawalInitiated", history).map(({ withdrawId }) => withdrawId),
    ...only("AutomaticWithdrawalMade", history).map(({ withdrawId }) => withdrawId),
    ...only("NotificationRaised", history).map(({ notificationId }) => notificationId),
    ...only("NotificationRaised", history).flatMap((it) => it.deliveries.map(({ deliveryId }) => deliveryId)),
    ...only("OtpIssued", history).map(({ messageId }) => messageId),
    ...only("WebhookCreated", history).map(({ webhookId }) => webhookId),
  ];
}

/** Whether what is asked for needs nothing to happen: a webhook is active, a delivery is on its way. */
function isSoAlready(world: World, command: Command, now: Instant): boolean {
  if (command.type === "remove-faults") return world.faults.list.length === 0;
  if (command.type === "reactivate-webhook") return world.webhooks.get(command.webhookId)?.active === true;
  if (command.type !== "redeliver") return false;
  const due = world.deliveries.get(command.deliveryId)?.attemptDue ?? null;
  return due !== null && due.at <= now;
}

/** What all companies of a world have on the platform. */
function totals(world: World): number {
  return sum([...world.companies.values()].map(({ ledger }) => ledger.available + ledger.reserved + ledger.unsettled));
}

/** What crossed the border of the platform: payments in, refunds, chargebacks and settled withdrawals out. */
function outsideMoney(history: readonly Told[]): number {
  const paid = [...only("ChargePaid", history), ...only("SubscriptionChargePaid", history)];
  const given = [...only("ChargeRefunded", history), ...only("ChargeChargedBack", history)];
  const settled = only("WithdrawalSettled", history);
  return (
    sum(paid.map(({ total }) => total)) - sum(given.map(({ total }) => total)) - sum(settled.map((it) => it.value))
  );
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
