/** The world cannot answer now: its history could not be made durable, or it has stopped. Nothing was acknowledged. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
}

/** An advance or a change of the clock is under way in this world; only one at a time. */
export class ClockBusy extends Error {
  override readonly name = "ClockBusy";
}

/** What to throw when the store cannot read what it has. */
export function unreadable(cause: unknown): Unavailable {
  return new Unavailable("the sandbox could not read its store", { cause });
}

/** What to throw when a world's history could not be written, unless the world says itself why it cannot answer. */
export function unwritten(cause: unknown): Unavailable {
  if (cause instanceof Unavailable) return cause;
  const message = "the sandbox could not write to its store; look at what it has kept before you try again";
  return new Unavailable(message, { cause });
}
