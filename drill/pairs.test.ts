import { expect, test } from "vitest";
import type { ReceivedRequest } from "../src/spec/generated/control-api.ts";
import { Pairs, STEERED } from "./pairs.ts";

const answered = (operationId: string, outcome: string, fault: ReceivedRequest["fault"] = null) => ({
  operationId,
  outcome,
  fault,
  status: 200,
  durationMs: 600,
});

test("a pair that was not met is the application's, or needs more worlds", () => {
  const pairs = new Pairs();
  pairs.learn([answered("getBalance", "balance-read"), answered("confirmWithdrawal", "otp-expired", "latency")], []);
  const missing = (subject: string, fault: string) => pairs.missing({ subject, fault });
  expect(missing("getBalance balance-read", "none")).toBeNull();
  expect(missing("confirmWithdrawal otp-expired", "slow")).toBeNull();
  expect(missing("confirmWithdrawal otp-expired", "answer lost")).toBe("not yet");
  pairs.learn([{ ...answered("confirmWithdrawal", "code-accepted", "lose-response"), status: null }], []);
  expect(missing("confirmWithdrawal code-accepted", "answer lost")).toBeNull();
  expect(missing("confirmWithdrawal", "504")).toBe("not yet");
  expect(missing("confirmWithdrawal otp-blocked", "none")).toBe("never answered so");
  expect(missing("cancelWithdrawal cancelled", "slow")).toBe("never called");
  expect(missing("cancelWithdrawal", "502")).toBe("never called");
  expect(missing("charge.paid", "overtaken")).toBe("never told");
});

test("pairs that were not met come first, and those that an application cannot meet keep no other from its turn", () => {
  const pairs = new Pairs();
  pairs.learn([answered("getBalance", "balance-read", "reset"), answered("getBalance", "balance-read", "latency")], []);
  const round = () => STEERED.map((_, from) => STEERED[pairs.steered(from)]);
  const turnsOf = (fault: string) => (turns: ReturnType<typeof round>) =>
    turns.filter((pair) => pair?.subject === "getBalance" && pair.fault === fault).length;
  const rounds = [round(), round(), round(), round()];
  expect(rounds.map(turnsOf("connection reset"))).toEqual([0, 0, 1, 1]);
  expect(rounds.map(turnsOf("slow"))).toEqual([0, 0, 0, 0]);
  const later = STEERED.map((_, from) => STEERED[pairs.steered(1_000 * STEERED.length + from)]);
  expect(turnsOf("slow")(later)).toBe(1);
});
