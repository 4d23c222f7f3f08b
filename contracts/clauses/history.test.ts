import { expect, test } from "vitest";
import { loadDocument } from "../../src/spec/document.ts";
import { Description } from "../judge/description.ts";
import { seenIn } from "../model/seen.ts";
import { called } from "../model/testing/told.ts";
import { clauseFinding } from "../run/verdict.ts";
import { historyClauses } from "./history.ts";

const description = new Description(loadDocument("interface").source);
const lists = historyClauses.find(({ id }) => id === "history.lists-manual");

function verdictOf(...listings: readonly (readonly [afterMs: number, ids: readonly string[]])[]) {
  const initiation = called("initiateWithdrawal", { value: 500 }, 201, { withdrawId: "w1" });
  const readings = listings.map(([ms, ids]) => {
    const records = ids.map((id) => ({ id, status: "CREATED" }));
    const at = initiation.answeredAt + ms;
    return { ...called("listWithdrawals", {}, 200, { records }), askedAt: at, answeredAt: at + 10 };
  });
  return lists && clauseFinding(lists, seenIn([initiation, ...readings], description)).kind;
}

test("a history may be behind by a second, and must have a withdrawal after that, and keep it", () => {
  expect(verdictOf([300, []])).toBe("not-judged");
  expect(verdictOf([300, []], [1_500, ["w1"]])).toBe("passed");
  expect(verdictOf([300, []], [1_500, []])).toBe("broken");
  expect(verdictOf([300, ["w1"]], [600, ["w2"]])).toBe("broken");
});
