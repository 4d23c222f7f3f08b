import { describe, expect, it } from "vitest";
import { addDuration } from "../duration.ts";
import { writtenMessage } from "../message.ts";
import { isSameCode } from "../otp.ts";
import { fingerprint } from "../testing/fingerprint.ts";
import { instant, Story } from "../testing/story.ts";
import { notificationsIn, only, typesOf } from "../testing/told.ts";

function storyWith(balance = 50_000): Story {
  return new Story({ balance });
}

describe("a code that the settings fix", () => {
  const fixedStory = () => new Story({ balance: 50_000, settings: { otpCode: "000000" } });

  it("is what the e-mail shows and what confirms, for every withdrawal", () => {
    const story = fixedStory();
    for (const value of [1_000, 2_000]) {
      const withdrawId = story.withdrawal(value);
      const message = story.world.companies.get(story.companyId)?.inbox.at(-1);
      if (message === undefined) throw new Error("no e-mail came");
      expect(writtenMessage("story", message)).toMatchObject({
        otpCode: "000000",
        text: expect.stringContaining("000000"),
      });
      expect(story.confirm(withdrawId, "000000").outcome.type).toBe("code-accepted");
    }
  });

  it("expires, and five wrong codes block it, like any other", () => {
    const story = fixedStory();
    const withdrawId = story.withdrawal(1_000);
    for (const _ of Array(5).keys()) story.confirm(withdrawId, "000001");
    expect(story.confirm(withdrawId, "000000").outcome.type).toBe("otp-blocked");
    story.runUntil(story.expiryOf(withdrawId));
    story.given({ type: "resend-otp", companyId: story.companyId, withdrawId });
    story.runUntil(story.expiryOf(withdrawId));
    expect(story.confirm(withdrawId, "000000").outcome.type).toBe("otp-expired");
  });

  it("stays what the e-mail said when the setting changes", () => {
    const story = fixedStory();
    const withdrawId = story.withdrawal(1_000);
    story.changeSettings({ otpCode: null });
    expect(story.confirm(withdrawId, "000000").outcome.type).toBe("code-accepted");
  });
});

describe("confirming with the right code", () => {
  it("starts the payout", () => {
    const story = storyWith();
    const { companyId } = story;
    const withdrawId = story.withdrawal(10_000);
    const payout = { settlesAt: addDuration(story.now, "PT10S", "UTC"), outcome: "CONFIRMED", reason: null };
    expect(story.confirm(withdrawId)).toEqual({
      events: [{ type: "WithdrawalConfirmed", withdrawId, companyId, payout }],
      outcome: { type: "code-accepted", withdrawId, companyId },
    });
    expect(story.withdrawalOf(withdrawId).status).toBe("APPROVED");
  });

  it("sends it to review where the instance wants manual approval", () => {
    const story = new Story({ balance: 50_000, settings: { manualApproval: true } });
    const { companyId } = story;
    const withdrawId = story.withdrawal(10_000);
    expect(story.confirm(withdrawId)).toEqual({
      events: [{ type: "WithdrawalSentToReview", withdrawId, companyId }],
      outcome: { type: "code-accepted", withdrawId, companyId },
    });
    expect(story.withdrawalOf(withdrawId).status).toBe("PENDING_REVIEW");
    expect(story.agenda()).toEqual([]);
  });

  it("always suffices, even when the balance has gone below zero since", () => {
    const story = new Story();
    const chargeId = story.charge({ total: 10_000, paid: true });
    const withdrawId = story.withdrawal(10_000);
    story.given({ type: "refund-charge", companyId: story.companyId, chargeId });
    expect(story.ledger.available).toBe(-10_000);
    expect(story.confirm(withdrawId).outcome.type).toBe("code-accepted");
  });

  it("works up to the last millisecond of the code's life and not at its end", () => {
    for (const { early, type } of [
      { early: 1, type: "code-accepted" },
      { early: 0, type: "otp-expired" },
    ]) {
      const story = storyWith();
      const withdrawId = story.withdrawal(10_000);
      story.runUntil(story.expiryOf(withdrawId) - early);
      expect(story.confirm(withdrawId).outcome.type).toBe(type);
    }
  });

  it("lives as long as the setting said when it was sent", () => {
    const story = new Story({ balance: 50_000, settings: { otpLifetime: "PT1M" } });
    const withdrawId = story.withdrawal(10_000);
    story.changeSettings({ otpLifetime: "PT1H" });
    story.advance("PT1M");
    expect(story.confirm(withdrawId).outcome.type).toBe("otp-expired");
  });
});

describe("confirming with a wrong code", () => {
  it("blocks after the fifth: the sixth, and the right one, are refused and counted no more", () => {
    const story = storyWith();
    const withdrawId = story.withdrawal(10_000);
    story.guess(withdrawId, 5);
    for (const code of [story.wrongCodeOf(withdrawId), story.codeOf(withdrawId)]) {
      expect(story.confirm(withdrawId, code)).toEqual({ events: [], outcome: { type: "otp-blocked", withdrawId } });
    }
    expect(story.withdrawalOf(withdrawId)).toMatchObject({ status: "CREATED", otp: { wrongAttempts: 5 } });
  });
});

describe("sending another code", () => {
  it("is refused while the code lives, up to its last millisecond", () => {
    const story = storyWith();
    const withdrawId = story.withdrawal(10_000);
    const otpExpiresAt = story.expiryOf(withdrawId);
    story.runUntil(otpExpiresAt - 1);
    expect(story.resend(withdrawId)).toEqual({
      events: [],
      outcome: { type: "otp-still-valid", withdrawId, otpExpiresAt },
    });
  });

  it("is refused while the code lives, also when all attempts are used up", () => {
    const story = storyWith();
    const withdrawId = story.withdrawal(10_000);
    story.guess(withdrawId, 5);
    story.advance("PT4M59.999S");
    expect(story.resend(withdrawId).outcome.type).toBe("otp-still-valid");
    expect(story.confirm(withdrawId).outcome.type).toBe("otp-blocked");
  });

  it("issues a new code at the very end of the old one, for a whole life, and mails it", () => {
    const story = storyWith();
    const { companyId } = story;
    const withdrawId = story.withdrawal(10_000);
    story.runUntil(story.expiryOf(withdrawId));
    const { events, outcome } = story.resend(withdrawId);
    expect(outcome).toEqual({ type: "code-resent", withdrawId, companyId });
    expect(only("OtpIssued", events)).toMatchObject([{ issue: 2, expiresAt: instant("2026-01-15T12:10:00Z") }]);
    expect(story.inbox.map(({ issue }) => issue)).toEqual([1, 2]);
    expect(new Set(story.inbox.map(({ messageId }) => messageId)).size).toBe(2);
  });

  it("makes the old code wrong and the new one right", () => {
    const story = storyWith();
    const withdrawId = story.withdrawal(10_000);
    const old = story.codeOf(withdrawId);
    story.advance("PT5M");
    story.resend(withdrawId);
    expect(isSameCode(old, story.codeOf(withdrawId))).toBe(false);
    expect(story.confirm(withdrawId, old).outcome).toMatchObject({ type: "otp-incorrect", attemptsLeft: 4 });
    expect(story.confirm(withdrawId).outcome.type).toBe("code-accepted");
  });

  it("goes to who is responsible now", () => {
    const story = storyWith();
    const withdrawId = story.withdrawal(10_000);
    const responsible = { name: "Bia", email: "bia@acme.example" };
    story.given({ type: "change-company", companyId: story.companyId, patch: { responsible } });
    story.advance("PT5M");
    story.resend(withdrawId);
    expect(story.inbox.map(({ to }) => to)).toEqual(["ana@acme.example", "bia@acme.example"]);
  });
});

describe("a code", () => {
  it("stands in no event, no message, no answer and not in the world", () => {
    const story = storyWith();
    const withdrawId = story.withdrawal(10_000);
    const first = story.codeOf(withdrawId);
    const answers = [story.confirm(withdrawId, story.wrongCodeOf(withdrawId)), story.resend(withdrawId)];
    story.advance("PT5M");
    answers.push(story.confirm(withdrawId), story.resend(withdrawId));
    const second = story.codeOf(withdrawId);
    answers.push(story.confirm(withdrawId));
    story.advance("PT10S");
    expect(typesOf(story.history).slice(-5)).toEqual([
      "OtpRefused",
      "OtpIssued",
      "WithdrawalConfirmed",
      "WithdrawalSettled",
      "NotificationRaised",
    ]);
    expect(notificationsIn(story.history)).toContain("withdraw.completed");
    const all = JSON.stringify([story.history, answers, fingerprint(story.world)]);
    expect(all).not.toContain(first);
    expect(all).not.toContain(second);
  });
});
