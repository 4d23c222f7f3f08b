import { everything, textOf } from "../judge/json.ts";
import type { Answered } from "./trace.ts";

/** A list may be this far behind what was answered before. */
export const MAX_LIST_LAG_MS = 1_000;

/**
 * Whether a list may be one page of a longer one: the answer says that there is more, or it has a round number of items, as
 * pages have, and does not say that these are all. `shown`: how many items this page and those before it have.
 */
export function mayBePage(call: Answered, length: number, shown = length, pages = 1): boolean {
  return (isRound(length) && !saysAll(call, pages)) || saysMore(call, shown, pages);
}

export function isRound(length: number, least = 10): boolean {
  return length >= least && [5, 8, 12].some((part) => length % part === 0);
}

/** As APIs say it: a header, a larger total, a flag, or where the next page is. */
export function saysMore(call: Answered, length: number, pages = 1): boolean {
  return (
    linkIn(call) !== undefined ||
    namedIn(call).some(({ name, value }) => {
      if (typeof value === "number" && totals.test(name)) return value > (/p[aá]g/i.test(name) ? pages : length);
      if (name === "last") return value === false;
      return moreNames.test(name) && value !== null && value !== false && value !== "" && typeof value !== "object";
    })
  );
}

/** Whether an answer says that nothing comes after this page. A total may be that of the page. */
export function saysAll(call: Answered, pages: number): boolean {
  return namedIn(call).some(({ name, value }) =>
    moreNames.test(name)
      ? value === null || value === false
      : /p[aá]g/i.test(name) && totals.test(name) && value === pages,
  );
}

/** What an answer says outside of the items of its lists, for what is within one is about the item. */
function namedIn({ response }: Answered) {
  return [...everything(response?.json)].flatMap(({ place, value }) => {
    const isOfItem = place.slice(0, -1).some((key) => /^\d+$/.test(key));
    const name = /^(href|url)$/.test(place.at(-1) ?? "") ? place.at(-2) : place.at(-1);
    return isOfItem ? [] : [{ name: name ?? "", value }];
  });
}

function linkIn({ response }: Answered): string | undefined {
  return /<([^>]*)>[^,]*rel="?next\b/.exec(response?.headers.link ?? "")?.[1];
}

const totals =
  /^((total|count|quantidade)_?(items|records|registros|elements|elementos|results|resultados|count)?|(total_?)?(pages|paginas))$/i;
const moreNames =
  /^(has_?more|more|tem_?mais|has_?next(_?page)?|next|(next|proxim[ao])(_?(page|cursor|token|pagina|url|link))?)$/i;

/** The longest list of an answer that is not within another one. */
export function listIn({ response }: Answered): readonly unknown[] {
  const outer = [...everything(response?.json)].filter(({ place }) => !place.some((key) => /^\d+$/.test(key)));
  const lists = outer.map(({ value }) => value).filter(Array.isArray);
  return lists.toSorted((one, other) => other.length - one.length)[0] ?? [];
}

/**
 * Queries that may lead from a page of a list to the next one, the likeliest first: as the target writes it, else what tells
 * where a page begins under all its usual names, which most APIs overlook where they are not theirs, and under each alone.
 */
export function nextQueries(call: Answered, nth: number, shown: number): readonly string[] {
  const named = namedIn(call);
  const names = named.flatMap(({ name, value }) => (nextNames.test(name) ? (textOf(value) ?? []) : []));
  const told = [linkIn(call) ?? "", ...names].filter((text) => text !== "");
  const link = told.map((text) => URL.parse(text, "http://target")?.search ?? "").find((query) => query !== "");
  if (link !== undefined) return [link];
  const [token] = told;
  const number = named.find(({ name, value }) => pageNumber.test(name) && typeof value === "number")?.value;
  const page = Number(number ?? nth - 1) + 1;
  const places = [`page=${page}`, `pagina=${page}`, `offset=${shown}`, `skip=${shown}`, `start=${shown}`];
  const tokens = tokenParameters.map((one) => `${one}=${encodeURIComponent(token ?? "")}`);
  const [parts, more] = token === undefined ? [places, largerPages] : [tokens, []];
  return [parts.join("&"), ...parts, ...more].map((query) => `?${query}`);
}

const nextNames =
  /^((next|proxim[ao])(_?(page|cursor|token|pagina|url|link))*|(end_?)?cursor|(page_?|continuation_?)token)$/i;
const pageNumber = /^((current_?)?page(_?number)?|number|numero|pagina(_?atual)?)$/i;
/** The only way where nothing tells where a page begins. */
const largerPages = ["limit=100&size=100&pageSize=100&page_size=100&per_page=100"];
const tokenParameters = ["cursor", "after", "page_token", "pageToken", "next_token", "nextToken", "page"];
