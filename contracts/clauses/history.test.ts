import { expect, test } from "vitest";
import { acted, balanceOf, called, seenOf } from "../model/testing/told.ts";
import type { Call } from "../trace/trace.ts";
import { verdictOf } from "./testing/verdict-of.ts";

function verdictAfter(...listings: readonly (readonly [afterMs: number, ids: readonly string[]])[]) {
  const initiation = called("initiateWithdrawal", { value: 500 }, 201, { withdrawId: "w1" });
  const readings = listings.map(([ms, ids]) => {
    const records = ids.map((id) => ({ id, status: "CREATED" }));
    const at = initiation.answeredAt + ms;
    return { ...called("listWithdrawals", {}, 200, { records }), askedAt: at, answeredAt: at + 10 };
  });
  return verdictOf("history.lists-manual", [initiation, ...readings]);
}

test("a history may be behind by a second, and must have a withdrawal after that, and keep it", () => {
  expect(verdictAfter([300, []])).toBe("not-judged");
  expect(verdictAfter([300, []], [1_500, ["w1"]])).toBe("passed");
  expect(verdictAfter([300, []], [1_500, []])).toBe("broken");
  expect(verdictAfter([300, ["w1"]], [600, ["w2"]])).toBe("broken");
});

test("a history in pages shows a withdrawal on a further one, which is no whole history", () => {
  const initiation = called("initiateWithdrawal", { value: 500 }, 201, { withdrawId: "w1" });
  const others = Array.from({ length: 10 }, (_, nth) => ({ id: `old-${nth}`, status: "CONFIRMED", value: 900 }));
  const first = () => called("listWithdrawals", {}, 200, { records: others, temMais: true });
  const own = { id: "w1", status: "CREATED", value: 500 };
  const { request, ...last } = called("listWithdrawals", {}, 200, { records: [own] });
  const further: Call = { ...last, request: { ...request, path: "/listWithdrawals?page=2", isPage: true } };
  const trace = [initiation, first(), further, first()];
  expect(verdictOf("history.lists-manual", trace)).toBe("passed");
  expect(verdictOf("history.amount", trace)).toBe("passed");
  expect(seenOf(trace).histories).toHaveLength(2);
});

test("an automatic withdrawal may be listed some seconds after its money has gone out", () => {
  const listed = (...ids: readonly string[]) =>
    called("listWithdrawals", {}, 200, { records: ids.map((id) => ({ id, status: "CONFIRMED" })) });
  const before = [listed("old"), balanceOf(60_000)];
  const act = acted("daily-withdrawal", {});
  const trace = [...before, act, balanceOf(0), listed("old")];
  const late = { ...listed("old"), askedAt: act.at + 10_000, answeredAt: act.at + 10_010 };
  expect(verdictOf("history.lists-automatic", trace)).toBe("not-judged");
  expect(verdictOf("history.lists-automatic", [...trace, late])).toBe("broken");
  expect(verdictOf("history.lists-automatic", [...trace, listed("old", "new")])).toBe("passed");
});

test("an automatic withdrawal may be on a page that its own history did not have before", () => {
  const records = Array.from({ length: 20 }, (_, nth) => ({ id: `old-${nth}`, status: "CONFIRMED" }));
  const listed = (hasMore: boolean) => called("listWithdrawals", {}, 200, { records, has_more: hasMore });
  const before = [listed(false), balanceOf(60_000)];
  const act = acted("daily-withdrawal", {});
  const late = { ...listed(true), askedAt: act.at + 10_000, answeredAt: act.at + 10_010 };
  expect(verdictOf("history.lists-automatic", [...before, act, balanceOf(0), late])).toBe("not-judged");
});
