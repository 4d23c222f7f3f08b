/** A time that no two operations share. */
type Tick = number;

/** All operations on one value, from their first beginning to their last end. */
interface Zone {
  readonly value: number;
  readonly start: Tick;
  readonly end: Tick;
}

interface Operation {
  readonly value: number;
  readonly begun: Tick;
  /** Infinite, if it is unknown whether it was done, or when. */
  readonly ended: Tick;
}

/**
 * Notes what was written to a register and read from it, each value written once, and tells whether one register could
 * have answered so: whether each operation can have happened at one moment between its beginning and its end.
 *
 * That is so if and only if no value is read before it was written, and the zones of the values do not overlap (P. Gibbons
 * and E. Korach, Testing shared memories, 1997). The zone of a value is where the register must have had it: from the first
 * end of an operation on it to the last beginning of one. If an operation that was the first to end began last, the
 * register had the value at one moment at least between the two, which must not lie in the zone of another value.
 */
export class Register {
  readonly #writes: Operation[];
  readonly #reads: Operation[] = [];
  #tick = 0;

  constructor(initial: number) {
    this.#writes = [{ value: initial, begun: -1, ended: 0 }];
  }

  /** Notes a write that begins now. Returns what notes its end; the outcome of one without end is unknown. */
  write(value: number): () => void {
    const write = { value, begun: this.#now(), ended: Number.POSITIVE_INFINITY };
    this.#writes.push(write);
    return () => {
      write.ended = this.#now();
    };
  }

  /** Notes a read that begins now. Returns what notes its end with the value. */
  read(): (value: number) => void {
    const begun = this.#now();
    return (value) => {
      this.#reads.push({ value, begun, ended: this.#now() });
    };
  }

  /** Returns why no single register can have answered so, in sentences. */
  problems(): readonly string[] {
    const reads = Map.groupBy(this.#reads, ({ value }) => value);
    const problems: string[] = [];
    const written = new Set(this.#writes.map(({ value }) => value));
    for (const value of reads.keys()) if (!written.has(value)) problems.push(`${value} was read, but never written`);
    const zones = this.#writes.flatMap((write): Zone | readonly [] => {
      const readings = reads.get(write.value) ?? [];
      if (readings.some(({ ended }) => ended < write.begun)) problems.push(`${write.value} was read before its write`);
      if (write.ended === Number.POSITIVE_INFINITY && readings.length === 0) return [];
      const all = [write, ...readings];
      const start = Math.min(...all.map(({ ended }) => ended));
      return { value: write.value, start, end: Math.max(...all.map(({ begun }) => begun)) };
    });
    const lasting = zones.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start);
    for (const [i, zone] of lasting.entries()) {
      const next = lasting[i + 1];
      if (next !== undefined && next.start < zone.end) {
        problems.push(`${zone.value} was read after ${next.value} had been there`);
      }
    }
    for (const moment of zones.filter(({ start, end }) => start > end)) {
      const around = lasting.find(({ start, end }) => start < moment.end && moment.start < end);
      if (around !== undefined) problems.push(`${around.value} was there before ${moment.value} and after it`);
    }
    return problems;
  }

  #now(): Tick {
    this.#tick += 1;
    return this.#tick;
  }
}
