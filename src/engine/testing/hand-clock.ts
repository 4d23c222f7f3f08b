/** When worlds begin on stage, by their own clock and by the machine's. */
export const startAt = Date.parse("2026-03-02T12:00:00.000Z");
export const seconds = 1000;
export const hours = 3_600 * seconds;
export const days = 24 * hours;

/** A machine's clock that moves only when told. */
export class HandClock {
  #now: number;

  constructor(now = startAt) {
    this.#now = now;
  }

  readonly read = (): number => this.#now;

  pass(ms: number): void {
    this.#now += ms;
  }
}
