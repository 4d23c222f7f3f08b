import { expect, test } from "vitest";
import { called } from "../model/testing/told.ts";
import type { Call } from "../trace/trace.ts";
import { ListPages } from "./list-pages.ts";

const ids = Array.from({ length: 34 }, (_, nth) => ({ id: `wd_${nth}` }));
const has = ({ response }: Call) => response?.text.includes('"wd_33"') === true;

/** How a list is shown from an item on, and where the query says that it begins. */
interface Style {
  readonly size: number;
  readonly sizeIn?: (query: URLSearchParams) => number;
  readonly fromIn: (query: URLSearchParams) => number;
  readonly more: (from: number) => object;
  /** Parameters beside which no other one is taken. */
  readonly strict?: readonly string[];
}

function askedOf({ size, sizeIn = () => size, fromIn, more, strict }: Style) {
  const queries: string[] = [];
  const ask = async (query: string): Promise<Call> => {
    queries.push(query);
    const asked = new URLSearchParams(query);
    const isOdd = strict !== undefined && [...asked.keys()].some((one) => !strict.includes(one));
    if (isOdd) return called("listWithdrawals", {}, 400);
    const from = fromIn(asked);
    return called("listWithdrawals", {}, 200, { items: ids.slice(from, from + sizeIn(asked)), ...more(from) });
  };
  return { queries, ask };
}

const numberOf = (query: URLSearchParams, name: string, otherwise = 0) => Number(query.get(name) ?? otherwise);
const isMore = (from: number, size: number) => from + size < ids.length;

const styles: Readonly<Record<string, Style>> = {
  "a link in an object of links": {
    size: 7,
    fromIn: (query) => numberOf(query, "desde"),
    more: (from) => (isMore(from, 7) ? { _links: { next: { href: `/withdrawals?desde=${from + 7}` } } } : {}),
  },
  "a cursor": {
    size: 20,
    fromIn: (query) => Number(atob(query.get("after") ?? btoa("0"))),
    more: (from) => ({ pageInfo: { hasNextPage: isMore(from, 20), endCursor: btoa(String(from + 20)) } }),
  },
  "pages that count from 0": {
    size: 10,
    fromIn: (query) => 10 * numberOf(query, "page"),
    more: (from) => ({ number: from / 10, totalPages: 4, last: !isMore(from, 10) }),
  },
  "pages, where no other parameter is taken": {
    size: 10,
    fromIn: (query) => 10 * (numberOf(query, "pagina", 1) - 1),
    more: () => ({ total: ids.length }),
    strict: ["pagina"],
  },
  "a limit that can be raised": {
    size: 20,
    sizeIn: (query) => numberOf(query, "limit", 20),
    fromIn: () => 0,
    more: () => ({}),
  },
  "an offset, without a word of it": { size: 12, fromIn: (query) => numberOf(query, "offset"), more: () => ({}) },
};

test.each(Object.entries(styles))(
  "what is new is found at the end of a list with %s, and then at once",
  async (_, style) => {
    const { ask, queries } = askedOf(style);
    const pages = new ListPages();
    const first = await ask("");
    expect(has(first)).toBe(false);
    expect(has(await pages.seek(first, has, ask))).toBe(true);
    const count = queries.length;
    expect(has(await pages.seek(first, has, ask))).toBe(true);
    expect(queries).toHaveLength(count + 1);
  },
);

test("a list whose further pages are not to be had is not asked for them again and again", async () => {
  const { ask, queries } = askedOf({ size: 10, fromIn: () => 0, more: () => ({}) });
  const pages = new ListPages();
  const first = await ask("");
  for (let nth = 0; nth < 9; nth += 1) expect(await pages.seek(first, has, ask)).toBe(first);
  expect(queries.length).toBeLessThan(30);
});
