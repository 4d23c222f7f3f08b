import { expect, it } from "vitest";
import { writtenMessage } from "../message.ts";
import { fingerprint } from "../testing/fingerprint.ts";
import { Story } from "../testing/story.ts";
import { typesOf } from "../testing/told.ts";

it("a code that the settings fix is what the e-mail shows and what confirms, for every withdrawal", () => {
  const story = new Story({ balance: 50_000, settings: { otpCode: "000000" } });
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

it("a code stands in no event, no message, no answer and not in the world", () => {
  const story = new Story({ balance: 50_000 });
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
  const all = JSON.stringify([story.history, answers, fingerprint(story.world)]);
  expect(all).not.toContain(first);
  expect(all).not.toContain(second);
});
