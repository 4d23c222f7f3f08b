import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Ask, asker } from "../../src/client/connection.ts";
import { PUBLIC_API_KEY } from "../../src/engine/api-key.ts";
import { Account } from "../rules/account.ts";
import { RunningSaldo } from "../running-saldo.ts";
import { DatabaseProxy } from "./database-proxy.ts";
import { Line } from "./line.ts";
import { RoundRobin } from "./round-robin.ts";

/** How long a client repeats what was not begun. */
const PATIENCE_MS = 60_000;

/** A process that a test ends and starts again. */
export interface Replica {
  readonly process: RunningSaldo;
  readonly url: string;
  /** The first world as this replica shows it to a patient client. */
  readonly account: Account;
  readonly ask: Ask;
  /** Its line to the database. */
  readonly database: DatabaseProxy;
  /** The line over which the others reach it; its end is the address that they know. */
  readonly line: Line;
}

/** A world that a replica has made, and so owns. */
export interface MadeWorld {
  readonly worldId: string;
  readonly apiKey: string;
  readonly companyName: string;
}

/** Makes a world through a replica. With a key that would be a request for the world of the key, which may be elsewhere. */
export async function makeWorld({ url }: Replica): Promise<MadeWorld> {
  const made = await patient(asker({ url, apiKey: null }))("POST", "/sandbox/worlds", {});
  return {
    worldId: made.text("worldId"),
    apiKey: made.text("companies.0.apiKey"),
    companyName: made.text("companies.0.name"),
  };
}

/**
 * Repeats what was not begun. A process that gets no time for some seconds, beside many others, loses its lease and
 * answers with 503 until it has a new one.
 */
function patient(ask: Ask): Ask {
  return async (...call) => {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const answer = await ask(...call);
      const isBegun = !(answer.status === 503 && JSON.stringify(answer.body).includes("could not read its store"));
      if (isBegun || performance.now() > until) return answer;
      await delay(50);
    }
  };
}

/** Processes with one database. */
export class Replicas implements AsyncDisposable {
  readonly all: Replica[] = [];
  readonly schema = `saldo_${randomUUID().replaceAll("-", "")}`;
  readonly #url: string;
  readonly #args: readonly string[];
  #spare: Promise<Replica> | undefined;

  private constructor(url: string, args: readonly string[]) {
    this.#url = url;
    this.#args = args;
  }

  /** Starts processes. `args`: flags of `saldo start`. */
  static async start(
    url: string,
    args: readonly string[] = ["--webhook-urls", "any"],
    count: number = 3,
  ): Promise<Replicas> {
    const replicas = new Replicas(url, args);
    replicas.all.push(...(await Promise.all(Array.from({ length: count }, () => replicas.#start()))));
    return replicas;
  }

  /** Starts a balancer that gives each request to the next of them. */
  async balancer(): Promise<RoundRobin> {
    return RoundRobin.over(this.all.map(({ url }) => url));
  }

  /** Returns a replica; round robin, if the number only grows. */
  at(index: number): Replica {
    const replica = this.all[index % this.all.length];
    if (replica === undefined) throw new Error("there is no replica");
    return replica;
  }

  /** Says of each replica whether it runs, and what it wrote. */
  get story(): string {
    const all = this.all.map(({ url, process: { child, output } }) => {
      return `${url} ${child.exitCode ?? child.signalCode ?? "runs"}: ${output}`;
    });
    return all.join("\n");
  }

  /** Ends a replica with a signal and starts another in its place; `folder`: with another copy of the program. */
  async replace(index: number, signal: NodeJS.Signals, folder?: string): Promise<void> {
    await end(this.at(index), signal);
    this.all[index % this.all.length] = await this.#start(folder);
  }

  /** Ends a replica with a signal. The spare one takes its place, and another one begins to start. */
  async relieve(replica: Replica, signal: NodeJS.Signals): Promise<void> {
    const spare = await this.spare();
    await end(replica, signal);
    this.all[this.all.indexOf(replica)] = spare;
    this.#spare = this.#start();
  }

  /** Resolves when one more has started, which gets no request yet. */
  spare(): Promise<Replica> {
    this.#spare ??= this.#start();
    return this.#spare;
  }

  /** Starts one more. `folder`: with another copy of the program. */
  async add(folder?: string): Promise<Replica> {
    const replica = await this.#start(folder);
    this.all.push(replica);
    return replica;
  }

  /** Ends a replica with a signal; none takes its place. */
  async remove(replica: Replica, signal: NodeJS.Signals): Promise<number | null> {
    this.all.splice(this.all.indexOf(replica), 1);
    return end(replica, signal);
  }

  async #start(folder?: string): Promise<Replica> {
    const database = await DatabaseProxy.to(this.#url);
    const line = await Line.open();
    const variables = { SALDO_STORE: database.url, SALDO_PG_SCHEMA: this.schema, SALDO_ADDRESS: line.url };
    const process = new RunningSaldo(this.#args, variables, folder);
    const url = await process.address();
    line.leadTo(url);
    const ask = asker({ url, apiKey: PUBLIC_API_KEY });
    return { process, url, account: new Account(patient(ask)), ask, database, line };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const spare = await this.#spare?.catch(() => undefined);
    const all = spare === undefined ? this.all : [...this.all, spare];
    // All at once, since what still runs would go on with the lines of one that has ended.
    await Promise.all(
      all.map((replica) => {
        replica.process.child.kill("SIGCONT");
        return end(replica, "SIGKILL");
      }),
    );
  }
}

async function end({ process, database, line }: Replica, signal: NodeJS.Signals): Promise<number | null> {
  const status = await process.stop(signal);
  await Promise.all([database[Symbol.asyncDispose](), line[Symbol.asyncDispose]()]);
  return status;
}
