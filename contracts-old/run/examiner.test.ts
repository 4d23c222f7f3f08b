import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isObject, type JsonObject } from "../description/json.ts";
import { Examiner, type Known } from "./examiner.ts";
import { Broken } from "./verdict-error.ts";

const shipped: unknown = JSON.parse(
  readFileSync(new URL("../../src/spec/generated/interface.json", import.meta.url), "utf8"),
);
const document: JsonObject = isObject(shipped) ? shipped : {};

/** What an answer shows where the document is silent: only what differs. */
function observed(operationId: string, outcome: string, status: number, body: unknown, known: Known = {}) {
  const examiner = new Examiner(document, document);
  const operation = examiner.description.operation(operationId);
  examiner.answer({ operation, status, isSuccess: status < 300, body }, outcome, known);
  return examiner.journal.of(() => true).filter(({ differs }) => differs !== undefined);
}

const open = {
  withdrawId: "w",
  status: "CREATED",
  value: 500,
  fee: 200,
  netValue: 300,
  pixKey: "k",
  otpExpiresAt: "2026-03-02T12:05:00.000Z",
};
const ok = { status: 201, message: "Open." };

test("an answer as it is described has nothing to observe", () => {
  expect(observed("initiateWithdrawal", "initiated", 201, { ...ok, data: open })).toEqual([]);
});

describe("a difference is told as an overlay can say it", () => {
  const at = { operationId: "initiateWithdrawal", outcome: "initiated" };

  test("another status", () => {
    const [entry, ...others] = observed("initiateWithdrawal", "initiated", 202, { ...ok, data: open });
    expect(entry).toMatchObject({
      path: ["components", "responses", "Initiated"],
      differs: "initiated: 201 was expected, 202 came",
      change: { what: "status", ...at, status: 202 },
    });
    expect(others).toEqual([]);
  });

  test.each([
    ["a bare body", open, []],
    ["another container", { ...ok, withdrawal: open }, ["withdrawal"]],
    ["the container alone", { data: open }, ["data"]],
  ])("%s", (_, body, container) => {
    const entries = observed("initiateWithdrawal", "initiated", 201, body);
    expect(entries.length).toBeGreaterThan(0);
    for (const { change } of entries) expect(change).toEqual({ what: "envelope", ...at, container });
  });

  test("another name, recognized by what it must say", () => {
    const { value: amount, ...others } = open;
    const entries = observed(
      "initiateWithdrawal",
      "initiated",
      201,
      { ...ok, data: { ...others, amount } },
      { value: 500 },
    );
    expect(entries.map(({ change }) => change)).toEqual([{ what: "field", ...at, from: "value", to: "amount" }]);
  });

  test("another name in a list", () => {
    const { withdrawId: id, otpExpiresAt: createdAt, ...others } = open;
    const body = {
      ...ok,
      data: [
        { ...others, id: "other", createdAt },
        { ...others, id, createdAt },
      ],
    };
    const entries = observed("listWithdrawals", "withdrawals-listed", 200, body, { withdrawId: "w" });
    expect(entries.map(({ change }) => change)).toEqual([
      { what: "field", operationId: "listWithdrawals", outcome: "withdrawals-listed", from: "withdrawId", to: "id" },
    ]);
  });

  test("another name of a refusal's constant", () => {
    const body = { status: 401, message: "No.", data: { error: "UNAUTHORIZED" } };
    const [entry] = observed("getBalance", "unauthorized", 401, body);
    expect(entry?.change).toMatchObject({ what: "field", outcome: "unauthorized", from: "code", to: "error" });
  });
});

test("a name that nothing vouches for is only seen to be missing", () => {
  const { fee: charge, ...others } = open;
  const [entry] = observed("initiateWithdrawal", "initiated", 201, { ...ok, data: { ...others, charge } });
  expect(entry?.differs).toMatch(/"fee" is missing/);
  expect(entry?.change).toBeUndefined();
});

describe("what the document shows breaks", () => {
  test.each<[string, string, string, number, unknown]>([
    ["without the withdrawId", "initiateWithdrawal", "initiated", 201, { ...ok, data: {} }],
    ["with an empty body", "initiateWithdrawal", "initiated", 201, {}],
    ["with no JSON at all", "getBalance", "balance-read", 200, undefined],
    [
      "with another status where that is shown",
      "initiateWithdrawal",
      "withdrawal-already-open",
      422,
      { withdrawId: "w" },
    ],
  ])("%s", (_, operationId, outcome, status, body) => {
    expect(() => observed(operationId, outcome, status, body)).toThrow(Broken);
  });
});

describe("failures of the target", () => {
  test.each([
    [500, "InternalError", undefined],
    [503, "Unavailable", undefined],
    [502, "InternalError", "GET /account-balance was answered with 502"],
  ])("%i is about %s", (status, component, differs) => {
    const examiner = new Examiner(document, document);
    const operation = examiner.description.operation("getBalance");
    examiner.trouble({ operation, status, isSuccess: false, body: undefined });
    const entries = examiner.journal.of((path) => path.join("/") === `components/responses/${component}`);
    expect(entries.map((entry) => entry.differs)).toEqual([differs]);
  });
});
