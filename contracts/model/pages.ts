import { everything } from "../judge/json.ts";
import type { Call } from "../trace/trace.ts";

/** A list may be this far behind what was answered before. */
export const MAX_LIST_LAG_MS = 1_000;

/**
 * Whether a list may be one page of a longer one: the answer says that there is more, or it has a round number of items, as
 * pages have.
 */
export function mayBePage(call: Call, length: number): boolean {
  return isRound(length) || saysMore(call, length);
}

export function isRound(length: number, least = 10): boolean {
  return length >= least && [5, 8, 12].some((part) => length % part === 0);
}

/** As APIs say it: a header, a larger total, a flag, or where the next page is. */
export function saysMore({ response }: Call, length: number): boolean {
  if (/rel="?next\b/.test(response?.headers.link ?? "")) return true;
  return [...everything(response?.json)].some(({ place, value }) => {
    const name = place.at(-1) ?? "";
    // What is within an item of the list is about the item.
    if (place.slice(0, -1).some((key) => /^\d+$/.test(key))) return false;
    if (typeof value === "number" && /^(total|count|quantidade)(items|records|registros|count)?$/i.test(name)) {
      return value > length;
    }
    return moreNames.test(name) && value !== null && value !== false && value !== "" && typeof value !== "object";
  });
}

const moreNames =
  /^(has_?more|more|tem_?mais|has_?next(_?page)?|next|(next|proxim[ao])(_?(page|cursor|token|pagina|url|link))?)$/i;
