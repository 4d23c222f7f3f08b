import { Unavailable } from "../unavailable.ts";

/** Whether a world is at work. It may have stopped because of trouble, be about to end, or have ended. */
export class Condition {
  /** Why nobody is let in any more; attempts that are under way are still recorded. */
  #ending: Unavailable | undefined;
  #stopped: Unavailable | undefined;

  /** Whether nothing happens by itself any more. */
  get isOver(): boolean {
    return this.#ending !== undefined || this.#stopped !== undefined;
  }

  /** Whether it has stopped because of trouble; then it can be helped. */
  get isInTrouble(): boolean {
    return this.#stopped !== undefined && this.#stopped !== this.#ending;
  }

  /** Throws `Unavailable` unless requests are let in. */
  assertOpen(): void {
    this.assertNotEnding();
    this.assertRunning();
  }

  assertNotEnding(): void {
    if (this.#ending !== undefined) throw this.#ending;
  }

  assertRunning(): void {
    if (this.#stopped !== undefined) throw this.#stopped;
  }

  /** Whoever comes from now on is told why it ends. */
  beginToEnd(reason: string): void {
    this.#ending ??= new Unavailable(reason);
  }

  end(): void {
    this.#stopped ??= this.#ending;
  }

  stop(trouble: Unavailable): void {
    if (this.#stopped === undefined || this.isInTrouble) this.#stopped = trouble;
  }

  goOn(): void {
    this.#stopped = undefined;
  }
}
