import type { Need } from "../report/verdict.ts";

/** The target contradicts what is documented; be it what the contract is about, or something that it builds on. */
export class Broken extends Error {
  override readonly name = "Broken";
}

/** Something that the contract needs is not there. That is neither for nor against the target. */
export class CouldNotRun extends Error {
  override readonly name = "CouldNotRun";
  readonly needs: Need;

  constructor(needs: Need, message: string) {
    super(message);
    this.needs = needs;
  }
}

/** @throws Broken unless it is so. */
export function must(isSo: boolean, message: string): asserts isSo {
  if (!isSo) throw new Broken(message);
}
