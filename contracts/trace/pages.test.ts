import { expect, test } from "vitest";
import { called } from "../model/testing/told.ts";
import { mayBePage } from "./pages.ts";

const items = [{ id: "a", next: "b", total: 9_000 }, { id: "b" }];

test("an answer that says there is more is a page, whatever its size", () => {
  const more = [
    { temMais: true },
    { page: { total: 3 } },
    { meta: { nextCursor: "YQ" } },
    { next: 2 },
    { has_more: true },
  ];
  const isPage = more.map((said) => mayBePage(called("listWithdrawals", {}, 200, { items, ...said }), 2));
  expect(isPage).toEqual(more.map(() => true));
});

test("a round number of items is a page, unless the answer says that these are all", () => {
  const ten = Array.from({ length: 10 }, () => ({}));
  const said = [{}, { total: 10 }, { totalPages: 2 }, { totalPages: 1 }, { hasMore: false }, { links: { next: null } }];
  const isPage = said.map((more) => mayBePage(called("listWithdrawals", {}, 200, { ten, ...more }), 10));
  expect(isPage).toEqual([true, true, true, false, false, false]);
});

test("an answer that says there is no more, or speaks of more within an item, is no page", () => {
  const whole = [{}, { temMais: false }, { total: 2 }, { next: null }, { totalCents: 900 }, { proxima: "" }];
  const isPage = whole.map((said) => mayBePage(called("listWithdrawals", {}, 200, { items, ...said }), 2));
  expect(isPage).toEqual(whole.map(() => false));
});
