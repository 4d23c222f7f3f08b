import { expect, test } from "vitest";
import { isCut, logEntries, statusesOf } from "./log.ts";
import { called, seenOf } from "./testing/told.ts";

const entries = (count: number) => Array.from({ length: count }, () => ({}));
const hook = { deliveries: entries(24).map(() => ({ attempts: [1] })) };
const call = called("listWebhookLogs", {}, 200);
const cutAt = (counts: readonly number[], of: typeof hook) =>
  counts.filter((count) => isCut({ call, hook: of, entries: entries(count) }));

test("a log that has fewer entries than deliveries is a page where its size is one, and else lacks some", () => {
  expect(cutAt([5, 9, 10, 13, 20, 22, 24], hook)).toEqual([5, 10, 20]);
});

test("a log of attempts that has fewer entries than there were is a page, too", () => {
  const retried = { deliveries: [5, 9].map((count) => ({ attempts: Array<number>(count).fill(1) })) };
  expect(cutAt([10, 11, 14], retried)).toEqual([10]);
  const more = called("listWebhookLogs", {}, 200, { hasMore: true });
  expect(isCut({ call: more, hook: retried, entries: entries(3) })).toBe(true);
});

test("the pages of a log are one log, also where an entry moves to the next page", () => {
  const creation = called("createWebhook", { url: "https://a.dev/hook", name: "a", events: [] }, 200, { id: "w1" });
  const read = (ids: readonly number[], page: { readonly isPage?: true } = {}) => {
    const log = called("listWebhookLogs", {}, 200, { items: ids.map((id) => ({ id })), totalPages: 2 });
    return { ...log, request: { ...log.request, id: "w1", ...page } };
  };
  const test = { ...called("testWebhook", {}, 200), request: { method: "POST", path: "/w1", members: {}, id: "w1" } };
  const reads = [read([9, 8]), read([7], { isPage: true }), read([6, 5]), read([5, 4], { isPage: true })];
  const { logs } = seenOf([creation, test, ...reads]);
  expect(logs.map((log) => [log.entries, isCut(log)])).toEqual([[[{ id: 6 }, { id: 5 }, { id: 4 }], false]]);
});

test.each(["507", "507 Insufficient Storage", "HTTP 507", "HTTP/1.1 507 Insufficient Storage"])(
  "%s is a status",
  (said) => {
    expect(statusesOf({ response: said }, "response")).toEqual([507]);
  },
);

test("a log may be a table: columns with names, and rows of values; and alone in a list", () => {
  const rows = [
    [200, 12],
    [500, 30],
  ];
  const expected = [
    { status: 200, ms: 12 },
    { status: 500, ms: 30 },
  ];
  const columns = ["status", "ms"];
  const named = columns.map((name) => ({ name, width: 7 }));
  for (const log of [
    { columns, rows },
    { total: 2, data: { fields: named, values: rows } },
    [{ rows, columns }],
    [{ logs: expected }],
  ])
    expect(logEntries(log)).toEqual(expected);
});

test("a log has an entry for each delivery, whatever lists are in them", () => {
  const attempts = [500, 503, 504, 501, 507].map((http_status, n) => ({ n, http_status }));
  const entries = logEntries({
    result: {
      deliveries: [
        { id: "d1", attempts },
        { id: "d2", attempts: [{ n: 0, http_status: 200 }] },
      ],
    },
  });
  expect(entries.map((entry) => statusesOf(entry, "attempts.http_status"))).toEqual([[500, 503, 504, 501, 507], [200]]);
});
