import { carriedOut } from "../../src/client/unexpected-answer.ts";
import { reading } from "../state/resource.ts";

/** More than this is not told apart on the rail. */
const MAX_ITEMS = 200;

const { shown, follow } = reading(({ control }) =>
  carriedOut(control.GET("/agenda", { params: { query: { limit: MAX_ITEMS } } })),
);

/** What the world has yet to do, soonest first. */
export const agenda = shown;

/** Keeps the agenda up to date. */
export const followAgenda = follow;
