import { everything } from "../description/json.ts";

/**
 * What an answer says that may name a withdrawal: whatever is called a `withdrawId`, and in the history, where what an
 * identifier is called is not documented, every text.
 */
export function namesShownIn(body: unknown, isHistory: boolean): readonly string[] {
  return [...everything(body)].flatMap(({ place, value }) => {
    const isName = place.at(-1) === "withdrawId" && (typeof value === "string" || typeof value === "number");
    return isName || (isHistory && typeof value === "string") ? [String(value)] : [];
  });
}
