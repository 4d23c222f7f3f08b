import { expect, test } from "vitest";
import { addedBetween, historyReadings, mayBeCut, recordOf } from "./history.ts";
import { called } from "./testing/told.ts";
import { withdrawalRequests } from "./withdrawal-requests.ts";

const opened = (id: string) => called("initiateWithdrawal", { value: 500 }, 200, { withdrawId: id });
const listed = (...rows: readonly unknown[]) => called("listWithdrawals", {}, 200, { filters: [{ id: "a" }], rows });

function read(...trace: Parameters<typeof withdrawalRequests>[0]) {
  const { withdrawals } = withdrawalRequests(trace);
  return { withdrawals, readings: historyReadings(trace, withdrawals) };
}

test("the record of a withdrawal says its identifier, under whichever name and in whichever list", () => {
  const { withdrawals, readings } = read(opened("w1"), listed({ key: { ref: "w0" } }, { key: { ref: "w1" } }));
  const [reading] = readings;
  const [withdrawal] = withdrawals;
  expect(reading && withdrawal && recordOf(reading, withdrawal)).toEqual({ key: { ref: "w1" } });
});

test("records may stand under their identifiers", () => {
  const saques = { w0: { status: "CONFIRMED" }, w1: { id: "w1", status: "CREATED" } };
  const { readings } = read(opened("w1"), called("listWithdrawals", {}, 200, { data: { saques } }));
  expect(readings.map(({ records }) => records)).toEqual([Object.values(saques)]);
});

test("records may be in groups, such as those of a day", () => {
  const rows = [
    { id: "w0", status: "FAILED" },
    { id: "w1", status: "APPROVED" },
  ];
  const { readings } = read(opened("w1"), called("listWithdrawals", {}, 200, [{ day: "2026-03-02", rows }]));
  expect(readings.map(({ records }) => records)).toEqual([rows]);
});

test("a record whose state has changed is not one more", () => {
  const first = listed({ ref: "w1", status: "CREATED" });
  const second = listed({ ref: "w1", status: "FAILED", reason: "cancelled" }, { ref: "w2", status: "APPROVED" });
  const { withdrawals, readings } = read(opened("w1"), first, second);
  const [before, after] = readings;
  expect(before && after && addedBetween(before, after, withdrawals)).toEqual([{ ref: "w2", status: "APPROVED" }]);
});

test("an empty list is a history without withdrawals", () => {
  expect(read(called("listWithdrawals", {}, 200, { rows: [] })).readings.map(({ records }) => records)).toEqual([[]]);
});

test("a list that has as many records as pages have may be the first one", () => {
  const cut = [9, 10, 13, 20, 24, 31].filter((length) => {
    const rows = Array.from({ length }, (_, nth) => ({ id: String(nth), status: "CONFIRMED" }));
    return read(listed(...rows)).readings.some(mayBeCut);
  });
  expect(cut).toEqual([10, 20, 24]);
});
