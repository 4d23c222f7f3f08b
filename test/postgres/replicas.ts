import { randomUUID } from "node:crypto";
import { asker } from "../../src/client/connection.ts";
import { PUBLIC_API_KEY } from "../../src/engine/api-key.ts";
import { Account } from "../rules/account.ts";
import { RunningSaldo } from "../running-saldo.ts";
import { RoundRobin } from "./round-robin.ts";

/** A process that a test ends and starts again, and the first world as it shows it. */
export interface Replica {
  readonly process: RunningSaldo;
  readonly account: Account;
}

/** Processes with one database. */
export class Replicas implements AsyncDisposable {
  readonly all: Replica[] = [];
  readonly schema = `saldo_${randomUUID().replaceAll("-", "")}`;
  readonly #variables: Readonly<Record<string, string>>;
  readonly #args: readonly string[];
  #spare: Promise<Replica> | undefined;

  private constructor(url: string, args: readonly string[]) {
    this.#variables = { SALDO_STORE: url, SALDO_PG_SCHEMA: this.schema };
    this.#args = args;
  }

  /** Starts three processes. `args`: flags of `saldo start`. */
  static async start(url: string, args: readonly string[] = ["--webhook-urls", "any"]): Promise<Replicas> {
    const replicas = new Replicas(url, args);
    replicas.all.push(...(await Promise.all([replicas.#start(), replicas.#start(), replicas.#start()])));
    return replicas;
  }

  /** Starts a balancer that gives each request to the next of them. */
  async balancer(): Promise<RoundRobin> {
    return RoundRobin.over(await Promise.all(this.all.map(({ process }) => process.address())));
  }

  /** Returns a replica; round robin, if the number only grows. */
  at(index: number): Replica {
    const replica = this.all[index % this.all.length];
    if (replica === undefined) throw new Error("there is no replica");
    return replica;
  }

  /** Ends a replica with a signal and starts another in its place; `folder`: with another copy of the program. */
  async replace(index: number, signal: NodeJS.Signals, folder?: string): Promise<void> {
    await this.at(index).process.stop(signal);
    this.all[index % this.all.length] = await this.#start(folder);
  }

  /** Ends a replica with a signal. The spare one takes its place, and another one begins to start. */
  async relieve(index: number, signal: NodeJS.Signals): Promise<void> {
    const spare = await this.spare();
    await this.at(index).process.stop(signal);
    this.all[index % this.all.length] = spare;
    this.#spare = this.#start();
  }

  /** Resolves when one more has started, which nobody asks anything yet. */
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

  async #start(folder?: string): Promise<Replica> {
    const process = new RunningSaldo(this.#args, this.#variables, folder);
    const url = await process.address();
    return { process, account: new Account(asker({ url, apiKey: PUBLIC_API_KEY })) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const spare = await this.#spare?.catch(() => undefined);
    for (const { process } of spare === undefined ? this.all : [...this.all, spare]) {
      process.child.kill("SIGCONT");
      await process[Symbol.asyncDispose]();
    }
  }
}
