import { Conflict, OutcomeUnknown, OwnedElsewhere, UnknownWorld } from "../store/world-store.ts";

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

/** This copy of the world has ended: a request that searches for the world again finds another one, perhaps in another process. */
export class WorldMoved extends Unavailable {
  constructor() {
    super("this world was dropped from memory; ask again");
  }
}

/** What the request depends on may not be durable. A caller that only reads has nothing to look after. */
export class Unwritten extends Unavailable {}

/** The store did not say whether it has kept what the request caused, and that can no longer be found out. */
export class Undecided extends Unwritten {}

/** An advance or another change of the clock is under way in this world; only one can run at a time. */
export class ClockBusy extends Error {
  override readonly name = "ClockBusy";
}

/** Returns what to throw when the store cannot read its data. An `Unavailable` is returned as it is. */
export function unreadable(cause: unknown): Unavailable {
  if (cause instanceof Unavailable) return cause;
  if (cause instanceof UnknownWorld) return new WorldDeleted();
  return new Unavailable("the sandbox could not read its store", { cause });
}

/** Returns what to throw when a world's history could not be written. An `Unavailable` is returned as it is. */
export function unwritten(cause: unknown): Unavailable {
  if (cause instanceof Unavailable) return cause;
  if (cause instanceof UnknownWorld) return new WorldDeleted();
  // Its store has kept nothing: another process has the world.
  if (cause instanceof OwnedElsewhere || cause instanceof Conflict) return new WorldMoved();
  if (cause instanceof OutcomeUnknown) return new Undecided("the store did not say what it has kept", { cause });
  const message = "the sandbox could not write to its store; look at what it has kept before you try again";
  return new Unwritten(message, { cause });
}

export type { Peer, Sharing } from "../store/sharing.ts";
/** Another process has the world. HTTP passes the request on to it. */
export { OwnedElsewhere } from "../store/world-store.ts";
