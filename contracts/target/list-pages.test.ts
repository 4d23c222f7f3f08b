import { expect, test } from "vitest";
import { called } from "../model/testing/told.ts";
import type { Call } from "../trace/trace.ts";
import { ListPages } from "./list-pages.ts";

const ids = Array.from({ length: 34 }, (_, nth) => ({ id: `wd_${nth}` }));
const has = ({ response }: Call) => response?.text.includes('"wd_33"') === true;

/** What a query shows of a list. */
interface Style {
  readonly size: number | ((query: URLSearchParams) => number);
  readonly fromIn: (query: URLSearchParams) => number;
  readonly more?: (from: number) => object;
  /** The only parameter that is taken. */
  readonly only?: string;
}

function askedOf({ size, fromIn, more = () => ({}), only }: Style) {
  const queries: string[] = [];
  const ask = async (query: string): Promise<Call> => {
    queries.push(query);
    const asked = new URLSearchParams(query);
    if (only !== undefined && [...asked.keys()].some((one) => one !== only)) return called("listWithdrawals", {}, 400);
    const from = fromIn(asked);
    return called("listWithdrawals", {}, 200, {
      items: ids.slice(from, from + (typeof size === "number" ? size : size(asked))),
      ...more(from),
    });
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
    only: "pagina",
  },
  "a limit that can be raised": { size: (query) => numberOf(query, "limit", 20), fromIn: () => 0 },
  "an offset, without a word of it": { size: 12, fromIn: (query) => numberOf(query, "offset") },
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
  const { ask, queries } = askedOf({ size: 10, fromIn: () => 0 });
  const pages = new ListPages();
  const first = await ask("");
  for (let nth = 0; nth < 9; nth += 1) expect(await pages.seek(first, has, ask)).toBe(first);
  expect(queries.length).toBeLessThan(30);
});
