import type { Answer } from "../../src/client/answer.ts";
import { type Ask, asker } from "../../src/client/connection.ts";
import { Account } from "../rules/account.ts";
import { numberOf } from "../rules/json-reading.ts";
import type { Replica } from "./replicas.ts";

const TOTAL = 100;

/** "May have been done." */
const UNKNOWN = 502;

/** "Was not done; ask again." */
const REFUSED = 503;

/** What a world shows before another client writes to it. */
export interface Before {
  readonly balance: number;
  /** What a paid charge adds to the balance. */
  readonly perCharge: number;
}

/** Learns what a world shows, by making one charge. */
export async function learnBefore(account: Account): Promise<Before> {
  const before = await account.balance();
  await account.charge({ total: TOTAL, paid: true });
  const balance = await account.balance();
  return { balance, perCharge: balance - before };
}

/** A world that clients write to and read from through any replica, and what they were told of it. */
export class SharedWorld {
  readonly worldId: string;
  readonly acknowledged = new Set<string>();
  /** Charges that may have been made, or not. */
  readonly unknown = new Set<string>();
  /** Charges of which a client was told that they were not made, and what it was told. */
  readonly refused = new Map<string, string>();
  /** Answers that cannot be: older than an answer that came before the request, or of an unexpected kind. */
  readonly violations: string[] = [];
  reads = 0;
  readonly #apiKey: string;
  readonly #before: Before;
  #begun = 0;
  #position = 0;
  #now = 0;

  constructor(worldId: string, apiKey: string, before: Before) {
    this.worldId = worldId;
    this.#apiKey = apiKey;
    this.#before = before;
  }

  /** Makes a charge. */
  async charge(replica: Replica): Promise<void> {
    this.#begun += 1;
    const id = `own-${this.#begun}`;
    this.unknown.add(id);
    const answer = await this.#tell(replica, "POST", "/sandbox/charges", {
      status: 201,
      body: { total: TOTAL, paid: true, externalId: id },
    });
    if (answer === null || answer.status === UNKNOWN) return;
    this.unknown.delete(id);
    if (answer.status === REFUSED) this.refused.set(id, String(answer.at("detail")));
    else this.acknowledged.add(id);
  }

  /** Reads the clock and the balance. No answer may be older than one before it. */
  async look(replica: Replica): Promise<void> {
    const [position, now] = [this.#position, this.#now];
    const clock = await this.#tell(replica, "GET", "/sandbox/clock", { status: 200 });
    if (clock?.status === 200) {
      const seen = { position: numberOf(clock, "position"), now: Date.parse(clock.text("now")) };
      this.#check("position", seen.position, position, Number.POSITIVE_INFINITY);
      this.#check("now", seen.now, now, Number.POSITIVE_INFINITY);
      this.#position = Math.max(this.#position, seen.position);
      this.#now = Math.max(this.#now, seen.now);
    }
    const least = this.#due(this.acknowledged.size);
    const balance = await this.#tell(replica, "GET", "/account-balance", { status: 200 });
    if (balance?.status !== 200) return;
    this.#check("balance", numberOf(balance, "data.balance"), least, this.#due(this.#begun));
    this.reads += 2;
  }

  /** Returns the events of the charges that the clients have made. */
  async made(replica: Replica): Promise<readonly string[]> {
    const events = await new Account(this.#asks(replica)).events("ChargeCreated");
    return events.map(({ data }) => String(Object(data).externalId)).filter((id) => id.startsWith("own-"));
  }

  /** Returns what the history says against what the clients were told, and what replicas show otherwise. */
  async problems(replicas: readonly Replica[], asked: Replica): Promise<readonly string[]> {
    const made = await this.made(asked);
    const kept = new Set(made);
    const problems: string[] = [];
    if (kept.size < made.length) problems.push(`${made.length - kept.size} charges were made twice`);
    for (const id of this.acknowledged) if (!kept.has(id)) problems.push(`${id} was lost`);
    for (const [id, why] of this.refused) if (kept.has(id)) problems.push(`${id} is there, and was refused: ${why}`);
    const told = this.acknowledged.union(this.unknown).union(new Set(this.refused.keys()));
    for (const id of kept) if (!told.has(id)) problems.push(`no client made ${id}`);
    const due = this.#due(made.length);
    for (const replica of replicas) {
      await this.look(replica);
      const balance = await new Account(this.#asks(replica)).balance();
      if (balance !== due) problems.push(`a replica shows the balance ${balance}, not ${due}`);
    }
    const positions = (await new Account(this.#asks(asked)).events()).map(({ position }) => Number(position));
    const hole = positions.find((position, i) => i > 0 && position !== (positions[i - 1] ?? 0) + 1);
    if (hole !== undefined) problems.push(`the history has a hole before ${hole}`);
    problems.push(...this.violations);
    return problems.map((problem) => `${this.worldId}: ${problem}`);
  }

  #asks({ url }: Replica): Ask {
    return asker({ url, apiKey: this.#apiKey });
  }

  /** Returns the answer; null if there was none. */
  async #tell(
    replica: Replica,
    method: string,
    path: string,
    { status, body }: { readonly status: number; readonly body?: object },
  ): Promise<Answer | null> {
    const answer = await this.#asks(replica)(method, path, body).catch((error: unknown) => {
      if (error instanceof TypeError) return null;
      throw error;
    });
    if (answer !== null && ![status, UNKNOWN, REFUSED].includes(answer.status)) {
      this.violations.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer;
  }

  #due(charges: number): number {
    return this.#before.balance + charges * this.#before.perCharge;
  }

  #check(what: string, seen: number, least: number, most: number): void {
    if (seen < least) this.violations.push(`${what}: ${seen} after ${least}`);
    if (seen > most) this.violations.push(`${what}: ${seen}, at most ${most} was written`);
  }
}
