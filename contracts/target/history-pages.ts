import { type Answered, isSuccess } from "../trace/trace.ts";
import type { NoAnswer, Passed, TargetAnswer } from "./forward.ts";
import { pagesAfter } from "./list-pages.ts";
import { sentOf } from "./sent.ts";

export type Send = (passed: Passed) => Promise<TargetAnswer | NoAnswer>;

/** Sends the request for a history, and those for its further pages. */
export async function* historyPages(send: Send, passed: Passed): AsyncGenerator<Answered> {
  const ask = async (query: string) => sentOf(await send({ ...passed, path: passed.path + query }));
  const first = await ask("");
  yield first;
  if (isSuccess(first)) for await (const { call } of pagesAfter(first, ask)) yield call;
}
