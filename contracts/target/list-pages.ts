import { listIn, mayBePage, nextQueries } from "../trace/pages.ts";
import { type Answered, type Call, isSuccess } from "../trace/trace.ts";
import type { NoAnswer, Passed, TargetAnswer } from "./forward.ts";
import { sentOf } from "./sent.ts";

type Ask<T> = (query: string) => Promise<T>;

/** Reads on in a list that is shown in pages, and remembers where it was last of use. */
export class ListPages {
  /** The query of the page that had what was sought last. */
  #known: string | undefined;
  #vain = 0;

  /** Returns the page that has what is sought, or the first one where none has. */
  async seek(first: Call, has: (call: Call) => boolean, ask: Ask<Call>): Promise<Call> {
    if (has(first) || !mayBePage(first, listIn(first).length) || this.#vain >= MAX_VAIN) return first;
    const known = this.#known === undefined ? undefined : await ask(this.#known);
    if (known !== undefined && has(known)) return known;
    for await (const { query, call } of pagesAfter(first, ask)) {
      if (!has(call)) continue;
      this.#known = query;
      this.#vain = 0;
      return call;
    }
    this.#vain += 1;
    return first;
  }
}

/** Asks for the pages of a list after the first one, and with which query each came. */
export async function* pagesAfter<T extends Answered>(first: T, ask: Ask<T>) {
  let page = first;
  let shown = listIn(first).length;
  for (let nth = 2; nth <= MAX_PAGES && mayBePage(page, listIn(page).length, shown, nth - 1); nth += 1) {
    const next = await nextOf(page, nth, shown, ask);
    if (next === undefined) return;
    yield next;
    page = next.call;
    shown += listIn(page).length;
  }
}

export type Send = (passed: Passed) => Promise<TargetAnswer | NoAnswer>;

/** Sends the request for a list, and those for its further pages. */
export async function* pagesOf(send: Send, passed: Passed): AsyncGenerator<Answered> {
  const ask = async (query: string) => sentOf(await send({ ...passed, path: passed.path + query }));
  const first = await ask("");
  yield first;
  if (isSuccess(first)) for await (const { call } of pagesAfter(first, ask)) yield call;
}

/** A query that brings the same items again was not understood. */
async function nextOf<T extends Answered>(page: T, nth: number, shown: number, ask: Ask<T>) {
  for (const query of nextQueries(page, nth, shown)) {
    const call = await ask(query);
    if (isSuccess(call) && listIn(call).length > 0 && said(call) !== said(page)) return { query, call };
  }
  return undefined;
}

function said(call: Answered): string {
  return JSON.stringify(listIn(call));
}

const MAX_PAGES = 50;
/** A list may be a little behind; one that never has it is not read on for ever. */
const MAX_VAIN = 4;
