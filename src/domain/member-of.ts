/**
 * The member of a tagged union whose `type` can be `T`. Unlike `Extract`, it also finds members that several types
 * share (`{ type: "a" | "b" }`).
 */
export type MemberOf<U extends { type: string }, T extends string> = U extends unknown
  ? T extends U["type"]
    ? U & { type: T }
    : never
  : never;
