import { expect, test } from "vitest";
import { isCut, logEntries, statusesOf } from "./log.ts";
import { called, seenOf } from "./testing/told.ts";

const entries = (count: number) => Array.from({ length: count }, () => ({}));
const hook = { deliveries: entries(24).map(() => ({ attempts: [1] })) };
const call = called("listWebhookLogs", {}, 200);

test("a log that has fewer entries than deliveries is a page where its size is one, and else lacks some", () => {
  expect([5, 10, 20].map((count) => isCut({ call, hook, entries: entries(count) }))).toEqual([true, true, true]);
  expect([9, 13, 22, 24].map((count) => isCut({ call, hook, entries: entries(count) }))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("a log of attempts that has fewer entries than there were is a page, too", () => {
  const retried = { deliveries: [{ attempts: entries(5) }, { attempts: entries(9) }] };
  expect([10, 11, 14].map((count) => isCut({ call, hook: retried, entries: entries(count) }))).toEqual([
    true,
    false,
    false,
  ]);
  const more = called("listWebhookLogs", {}, 200, { hasMore: true });
  expect(isCut({ call: more, hook: retried, entries: entries(3) })).toBe(true);
});

test("the pages of a log are one log, also where an entry moves to the next page", () => {
  const creation = called("createWebhook", { url: "https://a.dev/hook", name: "a", events: [] }, 200, { id: "w1" });
  const read = (ids: readonly number[], isPage: boolean) => {
    const log = called("listWebhookLogs", {}, 200, { items: ids.map((id) => ({ id })), totalPages: 2 });
    return { ...log, request: { ...log.request, id: "w1", ...(isPage && { isPage: true as const }) } };
  };
  const test = { ...called("testWebhook", {}, 200), request: { method: "POST", path: "/w1", members: {}, id: "w1" } };
  const { logs } = seenOf([
    creation,
    test,
    read([9, 8], false),
    read([7], true),
    read([6, 5], false),
    read([5, 4], true),
  ]);
  expect(logs.map((log) => [log.entries, isCut(log)])).toEqual([[[{ id: 6 }, { id: 5 }, { id: 4 }], false]]);
});

test.each(["507", "507 Insufficient Storage", "HTTP 507", "HTTP/1.1 507 Insufficient Storage"])(
  "%s is a status",
  (said) => {
    expect(statusesOf({ response: said }, "response")).toEqual([507]);
  },
);

test("a log may be a table: columns with names, and rows of values", () => {
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
  for (const log of [{ columns, rows }, { total: 2, data: { fields: named, values: rows } }, [{ rows, columns }]])
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
