/**
 * The member of a union of tagged things whose `type` can be `T`. Unlike `Extract` it also finds members that share
 * one description among several types (`{ type: "a" | "b" }`).
 */
export type MemberOf<U extends { type: string }, T extends string> = U extends unknown
  ? T extends U["type"]
    ? U & { type: T }
    : never
  : never;
