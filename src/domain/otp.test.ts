import { describe, expect, it } from "vitest";
import { attemptsLeft, isBlocked, isExpired, isSameCode, type Otp, otpCode } from "./otp.ts";

const otp: Otp = { issue: 1, expiresAt: 1_000, wrongAttempts: 0 };

describe("a one-time code", () => {
  it("is valid up to the last millisecond before it expires", () => {
    expect([999, 1_000, 1_001].map((at) => isExpired(otp, at))).toEqual([false, true, true]);
  });

  it("is blocked by the fifth wrong attempt", () => {
    const counts = [0, 1, 4, 5].map((wrongAttempts) => ({ ...otp, wrongAttempts }));
    expect(counts.map(isBlocked)).toEqual([false, false, false, true]);
    expect(counts.map(attemptsLeft)).toEqual([5, 4, 1, 0]);
  });

  it("has six digits, and others for each seed, withdrawal and issue", () => {
    const [code, again, ...others] = [
      ...[
        otpCode("s", "wdr_1", { issue: 1 }),
        otpCode("s", "wdr_1", { issue: 1 }),
        otpCode("t", "wdr_1", { issue: 1 }),
      ],
      ...[otpCode("s", "wdr_1", { issue: 2 }), otpCode("s", "wdr_2", { issue: 1 })],
    ];
    expect([again, new Set([code, ...others]).size]).toEqual([code, 4]);
    expect(code).toMatch(/^[0-9]{6}$/);
  });

  it.each([
    { given: "012345", is: true },
    { given: "012346", is: false },
    { given: "12345", is: false },
    { given: "0123450", is: false },
    { given: "", is: false },
    { given: "٠١٢٣٤٥", is: false },
  ])("012345 is $given: $is", ({ given, is }) => {
    expect(isSameCode("012345", given)).toBe(is);
  });
});
