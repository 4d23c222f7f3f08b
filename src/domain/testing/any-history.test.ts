import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventType } from "../event.ts";
import { anyHistory } from "./any-history.ts";
import { rejections } from "./rejections.ts";
import { begin, perform } from "./tell.ts";

/** Every event; the compiler keeps the list complete. */
const events: Record<EventType, true> = {
  AttemptRecorded: true,
  AutomaticWithdrawalMade: true,
  AutomaticWithdrawalScheduled: true,
  AutomaticWithdrawalSkipped: true,
  BookmarkRemoved: true,
  BookmarkSet: true,
  ChargeChargedBack: true,
  ChargeCreated: true,
  ChargeExpired: true,
  ChargePaid: true,
  ChargeProcessing: true,
  ChargeRefunded: true,
  ClockSet: true,
  CompanyAdded: true,
  CompanyChanged: true,
  DeliveryReleased: true,
  DeliveryRequeued: true,
  FaultAdded: true,
  FaultStruck: true,
  FaultsRemoved: true,
  HoldReleased: true,
  NotificationRaised: true,
  OtpIssued: true,
  OtpRefused: true,
  RoutesSet: true,
  SettingsChanged: true,
  SubscriptionAuthorized: true,
  SubscriptionChargeFailed: true,
  SubscriptionChargePaid: true,
  SubscriptionChanged: true,
  SubscriptionCreated: true,
  SubscriptionRejected: true,
  TimeReached: true,
  WebhookChanged: true,
  WebhookCreated: true,
  WebhookDeactivated: true,
  WebhookDeleted: true,
  WebhookReactivated: true,
  WithdrawalApproved: true,
  WithdrawalCancelled: true,
  WithdrawalConfirmed: true,
  WithdrawalDeclined: true,
  WithdrawalFailed: true,
  WithdrawalInitiated: true,
  WithdrawalSentToReview: true,
  WithdrawalSettled: true,
  WorldCreated: true,
  WorldRewound: true,
};

describe("random histories", () => {
  it("reach every event and every rejection, so that what is shown of them says something", () => {
    const outcomes = new Set<string | null>();
    const happened = new Set<string>();
    for (const [i, moves] of fc.sample(anyHistory, { numRuns: 150, seed: 1 }).entries()) {
      const story = begin(`sample ${i}`);
      for (const move of moves) outcomes.add(perform(story, move));
      for (const { event } of story.history) happened.add(event.type);
    }
    expect(Object.keys(events).filter((type) => !happened.has(type))).toEqual([]);
    // Full books need amounts, and a full list more faults, than a history of this size has; their tests stand
    // elsewhere.
    expect(Object.keys(rejections).filter((type) => !outcomes.has(type))).toEqual(["ledger-full", "faults-full"]);
  });
});
