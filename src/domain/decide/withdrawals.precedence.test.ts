import { describe, expect, it } from "vitest";
import { fingerprint } from "../testing/fingerprint.ts";
import { Story } from "../testing/story.ts";
import { notificationsIn, typesOf } from "../testing/told.ts";

function storyWith(balance = 50_000): Story {
  return new Story({ balance });
}

interface Row {
  readonly first: string;
  readonly over: string;
  /** Brings about both reasons to refuse; answers with the withdrawal and the code to try. */
  readonly given: (story: Story) => { id: string; code: string };
}

describe("of several reasons to refuse a confirmation the first in the order of precedence is given", () => {
  const rows: Row[] = [
    {
      first: "withdrawal-unknown",
      over: "everything",
      given: (story) => ({ id: "wdr_0", code: story.wrongCodeOf(story.withdrawal(1_000)) }),
    },
    {
      first: "withdrawal-not-awaiting-otp",
      over: "blocked, expired and incorrect",
      given: (story) => {
        const id = story.withdrawal(1_000);
        story.guess(id, 5);
        story.advance("PT1H");
        story.cancel(id);
        return { id, code: story.wrongCodeOf(id) };
      },
    },
    {
      first: "otp-blocked",
      over: "expired and incorrect",
      given: (story) => {
        const id = story.withdrawal(1_000);
        story.guess(id, 5);
        story.advance("PT1H");
        return { id, code: story.wrongCodeOf(id) };
      },
    },
    {
      first: "otp-expired",
      over: "incorrect",
      given: (story) => {
        const id = story.withdrawal(1_000);
        story.guess(id, 4);
        story.advance("PT5M");
        return { id, code: story.wrongCodeOf(id) };
      },
    },
    {
      first: "otp-incorrect",
      over: "nothing",
      given: (story) => {
        const id = story.withdrawal(1_000);
        return { id, code: story.wrongCodeOf(id) };
      },
    },
  ];

  it.each(rows)("$first before $over", ({ first, given }) => {
    const story = storyWith();
    const { id, code } = given(story);
    const before = fingerprint(story.world);
    expect(story.confirm(id, code).outcome.type).toBe(first);
    if (first !== "otp-incorrect") expect(fingerprint(story.world)).toBe(before);
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
