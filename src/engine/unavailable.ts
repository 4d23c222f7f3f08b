/** The world cannot respond now: its history could not be made durable, or it has stopped. Nothing was acknowledged. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
}

/** The world is gone for good, so trying again is of no use. */
export class WorldDeleted extends Unavailable {
  constructor() {
    super("this world was deleted");
  }
}

/** What the request depends on may not be durable. A caller that only reads has nothing to look after. */
export class Unwritten extends Unavailable {}

/** An advance or another change of the clock is under way in this world; only one can run at a time. */
export class ClockBusy extends Error {
  override readonly name = "ClockBusy";
}

/** Returns what to throw when the store cannot read its data. */
export function unreadable(cause: unknown): Unavailable {
  return new Unavailable("the sandbox could not read its store", { cause });
}

/** Returns what to throw when a world's history could not be written. An `Unavailable` is returned as it is. */
export function unwritten(cause: unknown): Unavailable {
  if (cause instanceof Unavailable) return cause;
  const message = "the sandbox could not write to its store; look at what it has kept before you try again";
  return new Unwritten(message, { cause });
}
