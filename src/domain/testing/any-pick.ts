import fc from "fast-check";
import type { Command } from "../command.ts";
import type { Move } from "./moves.ts";

export const who = fc.nat(2);

/** Counted from the newest, so that most moves meet something that is still alive. */
export const which = fc.oneof({ weight: 4, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.nat(12) });

export function named<T extends Move["do"]>(name: T): fc.Arbitrary<T> {
  return fc.constant(name);
}

/** A choice of `fc.oneof` that comes up so often. */
export function drawn(weight: number, arbitrary: fc.Arbitrary<Move>) {
  return { weight, arbitrary };
}

/** A command that names nothing of the world. */
export function commanded(command: fc.Arbitrary<Command>): fc.Arbitrary<Move> {
  return command.map((command) => ({ do: "command", command }));
}
