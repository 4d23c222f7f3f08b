import { type Answer, Network, type Request } from "./network.ts";
import type { PlantedBreak } from "./planted-breaks.ts";
import { SimulatedDatabase } from "./simulated-database.ts";
import { SimulatedProcess } from "./simulated-process.ts";
import { VirtualTime } from "./virtual-time.ts";

const WORLDS = ["a", "b"];
const ADDRESSES = ["p", "q", "r"];
const LASTS_MS = 16_000;
/** Until then faults begin; what follows from them takes as long as a lease. */
const DISTURBED_MS = 10_000;
/** By then the faults have ended; after it no statement is late, and everything must work again. */
const QUIET_MS = 22_000;
const HEALED_MS = 32_000;
const REQUESTS = 70;

/** What was promised by an answer that a client got. */
interface Promised {
  readonly request: Request;
  readonly answer: Answer;
}

/** One history: three processes, a database, and clients, with faults by chance. */
class History {
  readonly #time: VirtualTime;
  readonly #database: SimulatedDatabase;
  readonly #network: Network;
  readonly #broken: PlantedBreak;
  readonly #processes = new Map<string, SimulatedProcess>();
  readonly #promised: Promised[] = [];
  /** How much of each world some client has seen. */
  readonly #seen = new Map<string, number>();
  /** The processes that requests wait for. */
  readonly #asked = new Map<number, SimulatedProcess>();
  /** A history has either: no process knows of a time during which one clock stood still and the other was set back. */
  readonly #isWallSet: boolean;
  /** Some histories go on until everything must work again. */
  readonly #isJudgedLate: boolean;
  #started = 0;
  #violation: string | null = null;

  constructor(seed: number, broken: PlantedBreak) {
    this.#time = new VirtualTime(seed);
    this.#database = new (broken.database ?? SimulatedDatabase)(this.#time, WORLDS);
    this.#network = new Network(this.#time);
    this.#broken = broken;
    this.#isWallSet = this.#time.happens(0.4);
    this.#isJudgedLate = this.#time.happens(0.1);
  }

  async play(): Promise<string | null> {
    for (const address of ADDRESSES) this.#start(address);
    for (let no = 0; no < REQUESTS; no += 1) this.#time.later(this.#time.between(50, LASTS_MS), () => this.#ask(no));
    if (this.#isJudgedLate) {
      this.#time.later(QUIET_MS, () => {
        for (const { link } of this.#processes.values()) link.trouble = { probability: 0, ms: 0, losses: 0 };
      });
      this.#time.later(HEALED_MS, () => this.#askEverybody());
    }
    const faults = Math.floor(this.#time.between(1, 6));
    for (let no = 0; no < faults; no += 1)
      this.#time.later(this.#time.between(500, DISTURBED_MS), () => this.#disturb());
    for (let no = 0; no < 6; no += 1) this.#time.later(this.#time.between(500, LASTS_MS), () => this.#rest());
    await this.#time.play(
      () => this.#violation !== null || (this.#time.now > this.#lastsMs && this.#isSettled),
      () => this.#look(),
    );
    for (const worldId of WORLDS) this.#judge(worldId);
    if (this.#network.mostHops > 1) this.#violate("a request was passed on twice");
    return this.#violation;
  }

  #start(address: string): void {
    const peer = { address, token: `${address}${this.#started++}` };
    const process = new SimulatedProcess(this.#time, this.#database, this.#network, this.#broken, peer);
    this.#processes.set(address, process);
    this.#network.processes.set(peer.token, process);
    process.deliver(0, () => process.start());
  }

  /** A process, more often than not one that has a world: what happens to others shows little. */
  #owner(): SimulatedProcess {
    const all = [...this.#processes.values()];
    const owners = all.filter(({ worldIds }) => worldIds.length > 0);
    return this.#time.one(owners.length > 0 && this.#time.happens(0.7) ? owners : all);
  }

  get #lastsMs(): number {
    return this.#isJudgedLate ? HEALED_MS : LASTS_MS;
  }

  /** When all faults are over, every process has an answer for every world. */
  #askEverybody(): void {
    for (const process of this.#processes.values()) {
      for (const worldId of WORLDS) {
        const no = this.#asked.size + REQUESTS;
        this.#asked.set(no, process);
        this.#network.ask(process, { worldId, adds: null }, ({ kind }) => {
          this.#asked.delete(no);
          if (kind !== "done") this.#violate(`the process ${process.peer.token} has no answer for ${worldId}`);
        });
      }
    }
  }

  #ask(no: number): void {
    const ready = [...this.#processes.values()].filter(({ isReady, isEnding }) => isReady && !isEnding);
    if (ready.length === 0) return;
    const worldId = this.#time.one(WORLDS);
    const request = { worldId, adds: this.#time.happens(0.5) ? `${no}` : null };
    const known = this.#seen.get(worldId) ?? 0;
    const process = this.#time.one(ready);
    this.#asked.set(no, process);
    this.#network.ask(process, request, (answer) => {
      this.#asked.delete(no);
      this.#promised.push({ request, answer });
      if (answer.kind !== "done") return;
      if (answer.shown.length < known)
        this.#violate(`a stale answer: ${answer.shown.length} of ${known} entries of ${worldId}`);
      this.#seen.set(worldId, Math.max(this.#seen.get(worldId) ?? 0, answer.shown.length));
    });
  }

  /** Lets a world rest, sometimes with a release that is late on its way. */
  #rest(): void {
    const process = this.#owner();
    const [worldId] = process.worldIds;
    if (!process.isReady || worldId === undefined) return;
    process.deliver(0, () => {
      if (this.#time.happens(0.5)) process.link.delay({ there: this.#time.between(50, 3_000) }, 1);
      void process.rest(worldId);
    });
  }

  #disturb(): void {
    const process = this.#owner();
    const { link } = process;
    const long = this.#time.between(500, 9_000);
    const faults: readonly (() => void)[] = [
      () => process.pause(long, false),
      () => (this.#isWallSet ? this.#setWall(process) : process.pause(long, true)),
      () => this.#kill(process, long / 4),
      () => link.cut(long),
      () => this.#blink(process),
      () => this.#isolate(process),
      () => this.#starve(process),
      () => this.#slow(process, long),
      () => this.#database.crash(long),
      () => {
        for (const each of this.#processes.values()) this.#kill(each, this.#time.between(100, 3_000));
      },
      () => this.#end(process, long / 4),
      () => {
        this.#database.clockOffsetMs += this.#time.between(-1_000, 8_000);
      },
    ];
    this.#time.one(faults)();
    if (this.#time.happens(0.3)) this.#slow(process, long);
    if (link.isCut && this.#time.happens(0.5)) process.pause(long / 2, false);
  }

  /** Whether no answer and no statement is on its way any more that matters to clients. */
  get #isSettled(): boolean {
    return (
      this.#database.onTheRoad + this.#database.atWork === 0 && [...this.#asked.values()].every(({ isDead }) => isDead)
    );
  }

  #setWall(process: SimulatedProcess): void {
    process.wallOffsetMs += this.#time.between(-8_000, 8_000);
  }

  #kill(process: SimulatedProcess, downMs: number): void {
    if (process.isDead) return;
    process.isDead = true;
    this.#time.later(downMs, () => this.#start(process.peer.address));
  }

  #end(process: SimulatedProcess, downMs: number): void {
    if (process.isPaused || process.isDead || process.isEnding) return;
    process.deliver(0, () => {
      process.end().then(() => this.#time.later(downMs, () => this.#start(process.peer.address)));
    });
  }

  /** The answer to a renewal is as late as it may be, and before the next one the connection is cut for longer than a lease. */
  #isolate({ link }: SimulatedProcess): void {
    const back = this.#time.between(1_300, 1_950);
    link.delay({ back }, 1_000);
    this.#time.later(1_000 + back, () => link.cut(7_000));
  }

  /** No renewal arrives, and what is appended until the lease ends is durable after another process could bury this one. */
  #starve({ link }: SimulatedProcess): void {
    link.losesRenewals = true;
    this.#time.later(8_000, () => {
      link.losesRenewals = false;
    });
    this.#time.later(2_000, () => link.delay({ within: this.#time.between(2_000, 4_500) }, 4_000));
  }

  /** The connection is cut for a moment while statements wait for their COMMIT. */
  #blink({ link }: SimulatedProcess): void {
    const lastsMs = this.#time.between(50, 1_000);
    link.delay({ within: this.#time.between(100, 1_500) }, lastsMs);
    this.#time.later(lastsMs, () => link.cut(this.#time.between(20, 300)));
  }

  #slow({ link }: SimulatedProcess, ms: number): void {
    const { trouble } = link;
    link.trouble = { ...trouble, probability: 0.4, ms: 6_000 };
    this.#time.later(ms, () => {
      link.trouble = trouble;
    });
  }

  #look(): void {
    for (const worldId of WORLDS) {
      const holders = [...this.#processes.values()].filter((process) => process.has(worldId));
      const owners = holders.length > 1 ? holders.filter((process) => process.answersFromMemory(worldId)) : [];
      if (owners.length > 1) this.#violate(`${owners.length} processes answer for ${worldId}`);
    }
  }

  #judge(worldId: string): void {
    const kept = this.#database.kept(worldId);
    if (new Set(kept).size < kept.length) this.#violate(`an entry of ${worldId} is kept twice`);
    for (const { request, answer } of this.#promised) {
      if (request.worldId !== worldId) continue;
      if (answer.kind === "done" && answer.shown.some((entry, index) => kept[index] !== entry)) {
        this.#violate(`an answer shows what the history of ${worldId} does not have`);
      }
      if (answer.kind === "nothing was kept" && request.adds !== null && kept.includes(request.adds)) {
        this.#violate(`an entry of ${worldId} is kept, and its client was told that it is not`);
      }
    }
  }

  #violate(what: string): void {
    this.#violation ??= `${what}, at ${Math.round(this.#time.now)} ms`;
  }

  /** What the answers were, to see that a history shows anything. */
  get answers(): readonly Answer["kind"][] {
    return this.#promised.map(({ answer }) => answer.kind);
  }
}

/** Plays the history of a seed. Returns what rule it breaks, or null, and what clients were told. */
async function play(seed: number, broken: PlantedBreak) {
  const history = new History(seed, broken);
  const violation = await history.play();
  return { violation, answers: history.answers };
}

/** Plays histories side by side, so that they share the turns of the event loop. Stops at the first that breaks a rule. */
export async function playMany(firstSeed: number, count: number, broken: PlantedBreak = {}) {
  const tally = { histories: 0, done: 0, unknown: 0, failed: 0 };
  let seed = firstSeed;
  let found: string | null = null;
  const lane = async () => {
    while (found === null && seed < firstSeed + count) {
      const one = seed++;
      const { violation, answers } = await play(one, broken);
      tally.histories += 1;
      for (const kind of answers)
        tally[kind === "done" ? "done" : kind === "may have been done" ? "unknown" : "failed"] += 1;
      if (violation !== null) found = `seed ${one}: ${violation}`;
    }
  };
  const { stackTraceLimit } = Error;
  // Errors are thrown by the thousand, and where is not read.
  Error.stackTraceLimit = 0;
  try {
    await Promise.all(Array.from({ length: Math.min(count, 32) }, lane));
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return { found, tally };
}
