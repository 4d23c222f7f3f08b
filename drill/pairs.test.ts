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
  const pairs = new Pairs(true);
  pairs.learn([answered("getBalance", "balance-read"), answered("confirmWithdrawal", "otp-expired", "latency")], []);
  const missing = (subject: string, fault: string) => pairs.counted({ subject, fault }).missing;
  expect(missing("getBalance balance-read", "none")).toBeNull();
  expect(missing("confirmWithdrawal otp-expired", "slow")).toBeNull();
  expect(missing("confirmWithdrawal otp-expired", "answer lost")).toBe("not yet");
  pairs.learn([{ ...answered("confirmWithdrawal", "code-accepted", "lose-response"), status: null }], []);
  expect(missing("confirmWithdrawal code-accepted", "answer lost")).toBeNull();
  expect(missing("confirmWithdrawal", "504")).toBe("not yet");
  expect(missing("confirmWithdrawal otp-blocked", "none")).toBe("never had");
  expect(missing("cancelWithdrawal cancelled", "slow")).toBe("never had");
  expect(missing("cancelWithdrawal", "502")).toBe("never had");
  expect(missing("charge.paid", "overtaken")).toBe("never had");
});

test("the pairs that lose money most often come first, each until it was met or tried in vain", () => {
  const pairs = new Pairs(true);
  const next = () => STEERED[pairs.steered(0)];
  expect(next()).toEqual({ subject: "initiateWithdrawal", fault: "answer lost" });
  expect(next()).toEqual({ subject: "initiateWithdrawal", fault: "answer lost" });
  expect(next()).toEqual({ subject: "charge.paid", fault: "delivered twice" });
  pairs.learn([{ ...answered("initiateWithdrawal", "initiated", "lose-response"), status: null }], []);
  expect([...STEERED].map(next)).toContainEqual({ subject: "initiateWithdrawal", fault: "connection reset" });
});

test("pairs that an application cannot meet keep no other from its turn", () => {
  const pairs = new Pairs(false);
  pairs.learn([answered("getBalance", "balance-read", "reset"), answered("getBalance", "balance-read", "latency")], []);
  const round = () => STEERED.map((_, from) => STEERED[pairs.steered(from)]);
  const turnsOf = (subject: string, fault: string) => (turns: ReturnType<typeof round>) =>
    turns.filter((pair) => pair?.subject === subject && pair.fault === fault).length;
  const early = round().slice(0, 28);
  expect(early.filter((pair) => pair?.subject === "cancelWithdrawal")).toHaveLength(2);
  expect(early.filter((pair) => pair?.subject.includes("."))).toEqual([]);
  expect(early).toContainEqual({ subject: "getBalance", fault: "502" });
  const rounds = [round(), round()];
  expect(rounds.map(turnsOf("getBalance", "connection reset"))).toEqual([1, 1]);
  expect(rounds.map(turnsOf("getBalance", "slow"))).toEqual([0, 0]);
  const later = STEERED.map((_, from) => STEERED[pairs.steered(1_000 * STEERED.length + from)]);
  expect(turnsOf("getBalance", "slow")(later)).toBe(1);
});
