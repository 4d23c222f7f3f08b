import { carriedOut } from "../../src/client/unexpected-answer.ts";
import { reading } from "../state/resource.ts";

const { shown, follow } = reading(async ({ control }) => {
  const { items } = await carriedOut(control.GET("/agenda"));
  return { items, total: items.length };
});

/** What the world has yet to do, soonest first. */
export const agenda = shown;

/** Keeps the agenda up to date. */
export const followAgenda = follow;
