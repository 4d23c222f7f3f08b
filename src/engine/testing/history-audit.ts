import { expect } from "vitest";
import { Unavailable } from "../unavailable.ts";
import { assertAnswer, assertSeen, type Possible, takePosition, whatCame } from "./history-comparison.ts";
import { Names } from "./history-names.ts";
import type { WorldProcess } from "./history-process.ts";
import { type Heard, send } from "./history-send.ts";
import type { PowerFailure } from "./history-step.ts";
import type { LongRequest, ModelAnswer, ShortRequest } from "./model-request.ts";
import { expectedSight } from "./model-seen.ts";
import type { ModelWorld } from "./model-world.ts";

/** What happened in histories. */
export interface Tally {
  crashes: number;
  /** Resets among them. */
  rewinds: number;
  /** Places that had been forgotten. */
  refusals: number;
  operations: number;
}

/** What is asked for at once; what takes long is asked for last. */
export interface Asked {
  readonly shorts: readonly ShortRequest[];
  readonly long: LongRequest | null;
}

/** A world and the auditor's model of it, side by side: whatever is asked of the one the other must have foretold. */
export class Audit {
  readonly tally: Tally = { crashes: 0, rewinds: 0, refusals: 0, operations: 0 };
  /** Positions within the facts of one command. */
  readonly withinCommands: number[] = [];
  readonly #process: WorldProcess;
  #model: ModelWorld;
  #names = Names.none();

  constructor(process: WorldProcess, model: ModelWorld) {
    this.#process = process;
    this.#model = model;
  }

  get model(): ModelWorld {
    return this.#model;
  }

  get names(): Names {
    return this.#names;
  }

  async ask(asked: Asked): Promise<readonly Heard[]> {
    const model = this.#model;
    const before = { position: model.position, letters: this.#process.letters.length, attempts: model.attemptsMade };
    const heard = await Promise.all(this.#send(asked));
    this.#foretell(asked, heard);
    await this.look();
    expect(this.#process.letters.length - before.letters, "letters").toBe(model.attemptsMade - before.attempts);
    const isOne = asked.shorts.length === 1 && asked.long === null;
    if (isOne && (heard[0]?.position ?? 0) - before.position > 1) this.withinCommands.push(before.position + 1);
    return heard;
  }

  /** Asks while the power fails, and looks at what the next process has. */
  async askInVain(asked: Asked, power: PowerFailure): Promise<void> {
    const { letters } = this.#process;
    const before = { letters: letters.length, resets: this.#model.resets };
    this.#process.failAfter(power.afterCalls);
    const heard = (await Promise.allSettled(this.#send(asked))).map(heardOrNot);
    const acknowledged = heard.findLastIndex((one) => one !== null) + 1;
    const possible = this.#possible(asked, heard).filter(({ done }) => done >= acknowledged);
    this.tally.crashes += 1;
    await this.#process.crash(power);
    const sight = await this.#process.settled();
    const came = whatCame(possible, this.#names, before.resets, sight);
    if (came === null) {
      const nearest = possible[0]?.model ?? this.#model;
      expect(sight.seen, `none of ${possible.length} possibilities`).toEqual(expectedSight(nearest, this.#names.of));
      throw new Error("identifiers are not new");
    }
    this.#model = came.model;
    this.#names = came.names;
    await this.look();
    if (asked.long?.do === "rewind" || asked.long?.do === "reset") return;
    const known = new Set(sight.seen.deliveries.map(({ id }) => id));
    const untold = letters.slice(before.letters).filter(({ deliveryId }) => !known.has(deliveryId));
    expect(untold, "letters of what never happened").toEqual([]);
  }

  /** Nobody asks anything while one process ends and another begins. */
  async restart(power: PowerFailure | null): Promise<void> {
    if (power !== null) this.tally.crashes += 1;
    this.#model = this.#model.left();
    await this.#process.restart(power);
    await this.look();
  }

  /** Everything that can be seen is as the model says, and no more was forgotten than may be. */
  async look(): Promise<void> {
    assertSeen(this.#model, this.#names, await this.#process.settled());
    const { past } = this.#process.actor.world;
    const { historyLimit, beginning } = this.#model.surroundings;
    const latest = Math.max(beginning.position ?? 0, this.#model.position - historyLimit);
    expect(await past.horizon(), "horizon").toBeLessThanOrEqual(latest);
    expect(this.#process.troubles).toEqual([]);
  }

  #send({ shorts, long }: Asked): Promise<Heard>[] {
    const requests = long === null ? shorts : [...shorts, long];
    this.tally.operations += requests.length;
    return requests.map((request) => send(this.#process.actor, request, this.#names.of));
  }

  /** Lets the model do the same. What was answered must be what it says; of what was not answered nobody knows. */
  #foretell(
    { shorts, long }: Asked,
    heard: readonly (Heard | null)[],
    onDone: (done: number) => void = () => {},
  ): void {
    const isHeld = long?.do === "rewind" || long?.do === "reset";
    for (const [index, request] of shorts.entries()) {
      this.#compare(this.#model.ask(request, isHeld), heard[index] ?? null);
      onDone(index + 1);
    }
    if (long !== null) {
      this.#foretellLong(long, heard[shorts.length] ?? null);
      onDone(shorts.length + 1);
    }
    this.#model.settle();
  }

  #foretellLong(long: LongRequest, heard: Heard | null): void {
    const isRefused = heard?.outcome.type === "rewind-beyond-horizon";
    this.#compare(this.#model.askLong(long, isRefused), heard);
    if (heard?.outcome.type === "world-rewound") this.tally.rewinds += 1;
    if (isRefused) this.tally.refusals += 1;
    if (long.do === "reset" && heard !== null) this.#names.beginAnew(this.#model.state);
  }

  #compare(expected: ModelAnswer, heard: Heard | null): void {
    if (heard === null) return;
    assertAnswer(expected, heard, this.#names, this.#model);
    if (heard.position !== null) takePosition(this.#model, heard.position);
  }

  /** All that the world may be when the power fails at some moment while this is done. */
  #possible(asked: Asked, heard: readonly (Heard | null)[]): Possible[] {
    const model = this.#model;
    let done = 0;
    const possible: Possible[] = [{ model: model.left(), done }];
    const note = () => void possible.push({ model: model.left(), done });
    model.onFact = note;
    this.#foretell(asked, heard, (count) => {
      done = count;
      note();
    });
    model.onFact = () => {};
    return possible;
  }
}

/** Who is not answered is told that the world cannot answer now. */
function heardOrNot(ended: PromiseSettledResult<Heard>): Heard | null {
  if (ended.status === "fulfilled") return ended.value;
  expect(ended.reason).toBeInstanceOf(Unavailable);
  return null;
}
