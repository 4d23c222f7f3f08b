import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { checkWorlds } from "../../../src/cli/worlds/check-world.ts";
import { worldsInFolder } from "../../../src/cli/worlds/stored-worlds.ts";
import { type Ask, asker } from "../../../src/client/connection.ts";
import { Chance } from "../../../src/store/lowdb/testing/chance.ts";
import { Account, hookHost, hookUrl } from "../../rules/account.ts";
import { RunningSaldo } from "../../running-saldo.ts";
import { ReceiverInbox } from "./inbox-of-receiver.ts";
import { KnownWorld } from "./known-world.ts";
import { newCharge, newClient, nextClockMove, nextMove, nextTravelMove, remember } from "./moves.ts";
import { MAX_ANSWERS, type Tally, Traffic } from "./traffic.ts";

/** How a process ends: amid its clients' requests, while it stops, or while it starts. */
export const endings = ["traffic", "shutdown", "start"] as const;
export type Ending = (typeof endings)[number];

/** Paths of rare requests that do much. */
const seldomPaths = ["/rewind", "/reset", "/clock/", "/bookmarks", "/webhook"] as const;

const companies = 8;
const balance = 100_000_000;
/** A long run forgets some history, too. */
const historyLimit = 20_000;
const events = ["charge.paid", "charge.pending", "withdraw.completed"];

/** A data folder that is used by one process after the other, each of which is killed, and what its clients know. */
export class CrashRun implements AsyncDisposable {
  readonly tally: Tally = { operations: 0, acknowledged: 0, refused: 0, unheard: 0 };
  readonly inbox: ReceiverInbox;
  readonly #folder: string;
  readonly #chance: Chance;
  /** The first world, of several companies, and two in which a client goes back in time: one of them to the beginning, too. */
  readonly #worlds: KnownWorld[] = [new KnownWorld("the first world", "crash")];
  /** The clock's first mode: a start that asks for another one is refused. */
  readonly #beganWith: string;
  #serial = 0;
  #saldo: RunningSaldo | undefined;

  private constructor(folder: string, inbox: ReceiverInbox, seed: number) {
    this.#folder = folder;
    this.inbox = inbox;
    this.#chance = new Chance(seed);
    this.#beganWith = seed % 2 === 0 ? "frozen" : "running";
  }

  /** Makes the worlds, and ends the process that made them in good order. */
  static async begin(seed: number): Promise<CrashRun> {
    const folder = await mkdtemp(join(tmpdir(), "saldo-crash-"));
    const run = new CrashRun(folder, await ReceiverInbox.open(), seed);
    const names = Array.from({ length: companies + 1 }, (_, i) => `Company ${i}`);
    await writeFile(join(folder, "fixture.json"), JSON.stringify(fixtureOf(names, true)));
    const url = await run.#start();
    for (const name of ["Travelling", "Resetting"]) {
      const fixture = { ...fixtureOf([name], name === "Travelling"), name };
      const body = { fixture, clock: { mode: "frozen" } };
      const made = await asker({ url, apiKey: null })("POST", "/sandbox/worlds", body);
      run.#worlds.push(new KnownWorld(name, made.text("companies.0.apiKey")));
    }
    await run.#saldo?.stop();
    return run;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#saldo?.[Symbol.asyncDispose]();
    await this.inbox[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true });
  }

  /** Events that were read, in all worlds that are kept. */
  get events(): number {
    return this.#worlds.reduce((sum, { auditor }) => sum + auditor.position, 0);
  }

  /** Requests that were not heard, and turned out to be kept. */
  get kept(): number {
    return this.#worlds.reduce((sum, { kept }) => sum + kept, 0);
  }

  /** Starts, looks for what is lost, lets the clients work and kills. Answers with what is lost. */
  async round(ending: Ending, whole: boolean): Promise<string[]> {
    if (ending === "start") return this.#killStarting();
    const url = await this.#start();
    const facts = await this.#check(url, whole);
    if (facts.length > 0) return facts;
    // A kill comes right after an answer of any kind, right after one that is seldom, right when a webhook is told, or at
    // any moment.
    const moment = this.#chance.pick(["answer", "seldom", "any", ...(ending === "traffic" ? (["told"] as const) : [])]);
    const counted = moment === "seldom" ? this.#chance.pick(seldomPaths) : "/";
    const most = moment === "seldom" ? 2 : 250;
    const answers = moment === "told" ? MAX_ANSWERS : 1 + this.#chance.below(most);
    const traffic = new Traffic(this.tally, answers, counted);
    await this.#addClients(traffic, url);
    await traffic.enough(moment === "told" ? this.inbox.receives(1 + this.#chance.below(60)) : undefined);
    if (ending === "shutdown") this.#saldo?.child.kill("SIGTERM");
    if (ending === "shutdown" || moment === "any") await pause(this.#chance.below(30));
    await this.#saldo?.stop("SIGKILL");
    await traffic.over();
    return [];
  }

  /** Starts for the last time, lets all deliveries be made and looks at everything. */
  async end(): Promise<string[]> {
    const url = await this.#start();
    const facts = await this.#check(url, true);
    for (const { apiKey } of this.#worlds) await new Account(asker({ url, apiKey })).advance({ by: "PT1H" });
    for (const world of this.#worlds) facts.push(...(await world.read(asker({ url, apiKey: world.apiKey }), false)));
    const checks = await Promise.all(this.#accounts(url).map(({ ask }) => this.inbox.check(ask)));
    facts.push(...checks.flatMap((check) => check.facts), ...this.inbox.facts);
    facts.push(...this.inbox.unknown(new Set(this.#worlds.flatMap(({ auditor }) => [...auditor.everUsed]))));
    const listed = new Set(checks.flatMap((check) => [...check.ids]));
    const present = this.#worlds.flatMap(({ auditor }) => [...auditor.world.deliveries.keys()]);
    facts.push(...present.filter((id) => !listed.has(id)).map((id) => `the delivery ${id} is lost`));
    const code = await this.#saldo?.stop();
    return code === 0 ? facts : [...facts, `the last process ended with ${code}`];
  }

  get #data(): string {
    return join(this.#folder, "data");
  }

  #start(): Promise<string> {
    return this.#spawn().address();
  }

  #spawn(): RunningSaldo {
    const args = ["--store", "lowdb", "--data", this.#data, "--history", String(historyLimit)];
    const first = ["--fixture", join(this.#folder, "fixture.json"), "--clock", this.#beganWith];
    this.#saldo = new RunningSaldo([...args, ...first, "--api-key", "crash"], {
      SALDO_ROUTES: `${hookHost}=${this.inbox.url}`,
      SALDO_EGRESS: "routes",
      // Most of a start is the reading of the program.
      NODE_COMPILE_CACHE: join(this.#folder, "cache"),
    });
    return this.#saldo;
  }

  async #killStarting(): Promise<string[]> {
    const starting = this.#spawn();
    await pause(this.#chance.below(1_200));
    await starting.stop("SIGKILL");
    return [];
  }

  /** All companies; the last one of the first world is shared by several clients. */
  #accounts(url: string): { readonly world: KnownWorld; readonly ask: Ask }[] {
    return this.#worlds.flatMap((world, i) => {
      const others = i > 0 ? [] : Array.from({ length: companies }, (_, company) => `crash-${company + 2}`);
      return [world.apiKey, ...others].map((apiKey) => ({ world, ask: asker({ url, apiKey }) }));
    });
  }

  async #addClients(traffic: Traffic, url: string): Promise<void> {
    const chance = new Chance(this.#chance.below(1_000_000));
    const serial = () => {
      this.#serial += 1;
      return this.#serial;
    };
    for (const [i, { world, ask }] of this.#accounts(url).entries()) {
      if (i === companies) {
        const move = () => newCharge(`shared ${serial()}`, 1 + chance.below(1_000), chance.below(2) === 0);
        for (let client = 0; client < 3; client += 1) traffic.add(ask, world, move);
        continue;
      }
      const companyId = (await ask("GET", "/sandbox/company")).text("companyId");
      const resets = world.name === "Resetting";
      const makesWebhooks = !resets;
      const client = newClient(companyId, { account: new Account(ask), world, chance, serial, makesWebhooks });
      const next = i < companies ? nextMove : () => nextTravelMove(client, resets);
      traffic.add(
        ask,
        world,
        () => next(client),
        (move, answer) => remember(client, move, answer),
      );
    }
    const [first] = this.#worlds;
    if (first !== undefined) traffic.add(asker({ url, apiKey: "crash" }), first, () => nextClockMove(chance));
    for (const world of this.#worlds) traffic.watch(world.follow(url));
  }

  /** What is lost, changed or there though it was refused. */
  async #check(url: string, whole: boolean): Promise<string[]> {
    const as = (apiKey: string): Ask => asker({ url, apiKey });
    const read = await Promise.all(this.#worlds.map((world) => world.read(as(world.apiKey), whole)));
    const facts = read.flat();
    if (facts.length > 0) return facts;
    const [first] = this.#worlds;
    const [clock, settings] = [
      await as("crash")("GET", "/sandbox/clock"),
      await as("crash")("GET", "/sandbox/settings"),
    ];
    const expected = first?.auditor.world;
    if (clock.text("mode") !== expected?.clock.mode) facts.push(`the clock is ${clock.text("mode")}`);
    if (Date.parse(clock.text("now")) < (expected?.at ?? 0)) facts.push(`the clock shows ${clock.text("now")}`);
    const timeout = settings.text("webhookTimeout");
    if (timeout !== expected?.settings.webhookTimeout) facts.push(`the setting is ${timeout}`);
    for await (const { worldId, problems } of checkWorlds(await worldsInFolder(this.#data))) {
      facts.push(...problems.map(({ what }) => `the world ${worldId}: ${what}`));
    }
    return facts;
  }
}

function fixtureOf(names: readonly string[], webhooks: boolean) {
  const first = { url: hookUrl, name: "first", events };
  return {
    // Something is held of each payment, and released while the clock of the first world is advanced.
    settings: { otpLifetime: "P300D", retention: { percent: 10, holdFor: "PT20S" } },
    companies: names.map((name) => ({ name, balance, webhooks: webhooks ? [first] : [] })),
  };
}
