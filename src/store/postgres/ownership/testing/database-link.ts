import { Lost, NotSent, Rejected } from "../../failure.ts";
import type { LeaseDatabase } from "../lease-database.ts";
import type { Delays, SimulatedDatabase, Statement } from "./simulated-database.ts";
import type { VirtualTime } from "./virtual-time.ts";

const MAX_ANSWER_MS = 5_000;
const MAX_RENEWAL_MS = 2_000;

/** How one process reaches the database: statements and answers are late or lost. */
export class DatabaseLink implements LeaseDatabase {
  readonly #time: VirtualTime;
  readonly #database: SimulatedDatabase;
  /** Runs code of the process, once it runs. */
  readonly #deliver: (run: () => void) => void;
  isCut = false;
  /** How often a statement is late on its way there, within its COMMIT or on its way back, and at most by how much. */
  trouble = { probability: 0.02, ms: 2_000, losses: 0.002 };
  /** How late every statement is now. */
  #lateMs: Partial<Delays> = {};
  /** Whether the connection of the lease is dead, whereas the others work. */
  losesRenewals = false;
  readonly #open = new Set<() => void>();

  constructor(time: VirtualTime, database: SimulatedDatabase, deliver: (run: () => void) => void) {
    this.#time = time;
    this.#database = database;
    this.#deliver = deliver;
  }

  register: LeaseDatabase["register"] = async (...given) => void (await this.send((to) => to.register(...given)));
  renew: LeaseDatabase["renew"] = (...given) => this.send((to) => to.renew(...given), MAX_RENEWAL_MS);
  processes: LeaseDatabase["processes"] = () => this.send((to) => to.processes(), MAX_RENEWAL_MS);
  bury: LeaseDatabase["bury"] = (...given) => this.send((to) => to.bury(...given));
  unregister: LeaseDatabase["unregister"] = (...given) => this.send((to) => to.unregister(...given));
  look: LeaseDatabase["look"] = (...given) => this.send((to) => to.look(...given));
  take: LeaseDatabase["take"] = (...given) => this.send((to) => to.take(...given));
  append: LeaseDatabase["append"] = (...given) => this.send((to) => to.append(...given));
  raise: LeaseDatabase["raise"] = (...given) => this.send((to) => to.raise(...given));
  place: LeaseDatabase["place"] = (...given) => this.send((to) => to.place(...given));
  release: LeaseDatabase["release"] = async (...given) => void (await this.send((to) => to.release(...given)));

  /** Makes every statement late for a while. */
  delay(lateMs: Partial<Delays>, forMs: number): void {
    this.#lateMs = lateMs;
    this.#time.later(forMs, () => {
      this.#lateMs = {};
    });
  }

  /** Cuts the connection: some statements learn of it at once, the others when no answer comes. */
  cut(ms: number): void {
    this.isCut = true;
    for (const lose of [...this.#open]) if (this.#time.happens(0.5)) lose();
    this.#time.later(ms, () => {
      this.isCut = false;
    });
  }

  /** Sends a statement. What was sent before a cut may still arrive after it. */
  send<T>(make: (database: SimulatedDatabase) => Statement<T>, limitMs = MAX_ANSWER_MS): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (run: () => void) => {
        if (this.#open.delete(lose)) this.#deliver(run);
      };
      const lose = () => settle(() => reject(new Lost("the connection is lost")));
      this.#open.add(lose);
      if (this.isCut || this.#database.isDown) {
        return this.#time.later(this.#time.between(1, 300), () =>
          settle(() => reject(new NotSent("there is no connection"))),
        );
      }
      const { there, within, back } = this.#delays();
      const isLost = this.#time.happens(this.trouble.losses) || (this.losesRenewals && limitMs === MAX_RENEWAL_MS);
      const usualMs = Math.min(there + within + back, limitMs);
      // Most statements are answered by then, and the limit need not be watched.
      this.#time.later(usualMs, () => {
        if (this.#open.has(lose)) this.#time.later(limitMs - usualMs, lose);
      });
      this.#database.onTheRoad += 1;
      this.#time.later(there, () => {
        this.#database.onTheRoad -= 1;
        // A statement in the buffers of a connection that is cut arrives or not.
        if ((this.isCut && this.#time.happens(0.5)) || isLost || this.#database.isDown) return;
        this.#database.run(
          () => make(this.#database),
          { within, back },
          (result) => {
            if (this.isCut) lose();
            else if (result instanceof Rejected) settle(() => reject(result));
            else settle(() => resolve(result));
          },
        );
      });
    });
  }

  #delays(): Delays {
    const quick = () => this.#time.between(0.2, 4);
    const { there = 0, within = 0, back = 0 } = this.#lateMs;
    const delays = { there: quick() + there, within: quick() + within, back: quick() + back };
    if (this.#time.happens(this.trouble.probability)) {
      delays[this.#time.one(["there", "within", "back"] as const)] += this.#time.between(50, this.trouble.ms);
    }
    return delays;
  }
}
