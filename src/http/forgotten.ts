import type { LiveWorld } from "../engine/live-world.ts";

/**
 * The position up to which a world's events are forgotten; 0 while none are. Read off the history itself: where a world
 * begins, and how far back it can go, is something else.
 */
export async function forgottenUpTo({ past }: LiveWorld): Promise<number> {
  for await (const { first } of past.read(0)) return first - 1;
  return past.horizon();
}
