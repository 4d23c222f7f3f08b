import { everything } from "../description/json.ts";
import type { Answer } from "../run/answer.ts";

/**
 * Whether two refusals are, by all that can be told without knowing their fields, for the same reason: of one status, and
 * with the same constant names in them. Texts and numbers may be about this one request.
 */
export function areAlike(one: Answer, other: Answer): boolean {
  return one.status === other.status && constantsOf(one) === constantsOf(other);
}

/** What is in a list tells of this one request. */
function constantsOf({ body }: Answer): string {
  const single = [...everything(body)].filter(({ place }) => !place.some((key) => /^[0-9]+$/.test(key)));
  const texts = single.map(({ value }) => value).filter((value) => typeof value === "string");
  return texts
    .filter((text) => /^[A-Za-z]+([._-][A-Za-z]+)*$/.test(text))
    .sort()
    .join(" ");
}
