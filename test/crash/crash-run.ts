import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Ask, asker } from "../../src/client/connection.ts";
import { Chance } from "../../src/store/lowdb/testing/chance.ts";
import { Account, hookHost, hookUrl } from "../rules/account.ts";
import { RunningSaldo } from "../running-saldo.ts";
import { adoptClock, type ClockBook, clockDifferences, lookAtClock, nextClockMove } from "./clock-book.ts";
import { adopt, type CompanyBook, differences, lookAt, newBook } from "./company-book.ts";
import { newCharge, nextMove } from "./company-moves.ts";
import { ReceiverInbox } from "./inbox-of-receiver.ts";
import { KeptBook } from "./kept-book.ts";
import { followUntilGone, SeenHistory } from "./seen-history.ts";
import { mostAnswers, type Tally, Traffic } from "./traffic.ts";
import { adoptTravel, lookAtTravel, nextTravelMove, type TravelBook, travelDifferences } from "./travel-book.ts";
import {
  adoptWorlds,
  lookAtWorlds,
  nextWorldsMove,
  prefixOfClient,
  type WorldsBook,
  worldsDifferences,
} from "./worlds-book.ts";

/** How a process ends: amid its clients' requests, amid the making of worlds, while it stops, or while it starts. */
export const endings = ["traffic", "worlds", "shutdown", "start"] as const;
export type Ending = (typeof endings)[number];

/** Of what the clients do seldom, and what has much behind it. */
const seldomPaths = ["/rewind", "/reset", "/sandbox/worlds", "/clock/", "/bookmarks", "/webhook"] as const;

const companies = 8;
const worldsClients = 4;
const balance = 100_000_000;
/** So few that a long run forgets some, too. */
const historyLimit = 20_000;
const events = ["charge.paid", "charge.pending", "withdraw.completed"];

/** A client with a company of its own in the first world; the last book is of the company that all share. */
interface Client {
  readonly apiKey: string;
  readonly book: KeptBook<CompanyBook>;
}

interface Traveller {
  readonly apiKey: string;
  readonly book: KeptBook<TravelBook>;
  readonly history: SeenHistory;
  readonly resets: boolean;
}

/** A data folder that is used by one process after the other, each of which is killed, and what its clients know. */
export class CrashRun implements AsyncDisposable {
  readonly tally: Tally = { operations: 0, acknowledged: 0, refused: 0, unknown: 0, kept: 0 };
  readonly inbox: ReceiverInbox;
  /** Events that were seen, in all worlds that are kept. */
  get events(): number {
    return [this.#history, ...this.#travellers.map(({ history }) => history)].reduce((sum, { size }) => sum + size, 0);
  }
  readonly #folder: string;
  readonly #chance: Chance;
  readonly #clients: Client[] = [];
  readonly #travellers: Traveller[] = [];
  readonly #clock: KeptBook<ClockBook>;
  /** The clock's first mode: a start that asks for another one is refused. */
  readonly #beganWith: string;
  readonly #worlds = Array.from({ length: worldsClients }, () => new KeptBook<WorldsBook>({ worlds: [] }));
  readonly #history = new SeenHistory("the first world");
  #serial = 0;
  #saldo: RunningSaldo | undefined;

  private constructor(folder: string, inbox: ReceiverInbox, seed: number) {
    this.#folder = folder;
    this.inbox = inbox;
    this.#chance = new Chance(seed);
    const mode = seed % 2 === 0 ? "frozen" : "running";
    this.#beganWith = mode;
    this.#clock = new KeptBook({ mode, atLeast: "", atMost: null, webhookTimeout: "PT10S" });
    for (let i = 0; i <= companies; i += 1) {
      const book = newBook(`Company ${i}`, balance, ["first"]);
      this.#clients.push({ apiKey: i === 0 ? "crash" : `crash-${i + 1}`, book: new KeptBook(book) });
    }
  }

  /** Makes the worlds, and ends the process that made them in good order. */
  static async begin(seed: number): Promise<CrashRun> {
    const folder = await mkdtemp(join(tmpdir(), "saldo-crash-"));
    const run = new CrashRun(folder, await ReceiverInbox.open(), seed);
    const names = run.#clients.map(({ book }) => book.known.name);
    await writeFile(join(folder, "fixture.json"), JSON.stringify(fixtureOf(names, true)));
    const url = await run.#start();
    run.#travellers.push(await traveller(url, false), await traveller(url, true));
    await run.#saldo?.stop();
    return run;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#saldo?.[Symbol.asyncDispose]();
    await this.inbox[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true });
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
    const most = moment === "seldom" ? 2 : ending === "worlds" ? 60 : 250;
    const answers = moment === "told" ? mostAnswers : 1 + this.#chance.below(most);
    const traffic = new Traffic(this.tally, answers, counted);
    this.#addClients(traffic, url, ending === "worlds");
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
    const accounts = [...this.#clients, ...this.#travellers].map(({ apiKey }) => asker({ url, apiKey }));
    const worlds = [accounts[0], ...accounts.slice(-this.#travellers.length)];
    for (const ask of worlds) if (ask !== undefined) await new Account(ask).advance({ by: "PT1H" });
    for (const { apiKey, history } of this.#histories())
      facts.push(...(await history.check(asker({ url, apiKey }), false)));
    const checks = await Promise.all(accounts.map((ask) => this.inbox.check(ask)));
    facts.push(...checks.flatMap((check) => check.facts), ...this.inbox.facts);
    facts.push(...this.inbox.unknown(new Set(this.#histories().flatMap(({ history }) => [...history.deliveryIds]))));
    // In the first world nobody goes back, so that it has every delivery that its history ever told of.
    const listed = new Set(checks.flatMap((check) => [...check.ids]));
    const missing = [...this.#history.deliveryIds].filter((id) => !listed.has(id));
    facts.push(...missing.map((id) => `the delivery ${id} is lost`));
    for (const [i, { book }] of this.#clients.entries()) {
      const lost = book.known.deliveries.filter(({ deliveryId }) => !checks[i]?.ids.has(deliveryId));
      facts.push(...lost.map(({ deliveryId }) => `the test delivery ${deliveryId} is lost`));
    }
    const code = await this.#saldo?.stop();
    return code === 0 ? facts : [...facts, `the last process ended with ${code}`];
  }

  #histories(): { readonly apiKey: string; readonly history: SeenHistory }[] {
    return [{ apiKey: "crash", history: this.#history }, ...this.#travellers];
  }

  #start(): Promise<string> {
    return this.#spawn().address();
  }

  #spawn(): RunningSaldo {
    const args = ["--store", "lowdb", "--data", join(this.#folder, "data"), "--history", String(historyLimit)];
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

  #addClients(traffic: Traffic, url: string, manyWorlds: boolean): void {
    const chance = new Chance(this.#chance.below(1_000_000));
    const serial = () => {
      this.#serial += 1;
      return this.#serial;
    };
    const shared = this.#clients.at(-1);
    for (const { apiKey, book } of manyWorlds ? [] : this.#clients.slice(0, companies)) {
      const account = new Account(asker({ url, apiKey }));
      const options = { chance, account, serial, webhooks: true };
      traffic.add(account.ask, book, this.#history, () => nextMove(book.known, options));
    }
    if (shared !== undefined && !manyWorlds) {
      for (let i = 0; i < 3; i += 1) {
        const move = () => newCharge(`shared ${serial()}`, 1 + chance.below(1_000), chance.below(2) === 0);
        traffic.add(asker({ url, apiKey: shared.apiKey }), shared.book, this.#history, move);
      }
    }
    for (const { apiKey, book, history, resets } of this.#travellers) {
      const account = new Account(asker({ url, apiKey }));
      const options = { chance, account, serial, webhooks: !resets, resets };
      traffic.add(account.ask, book, history, () => nextTravelMove(book.known, options));
      traffic.watch(followUntilGone(url, apiKey, history));
    }
    const [first] = this.#clients;
    if (first !== undefined)
      traffic.add(asker({ url, apiKey: first.apiKey }), this.#clock, this.#history, () => nextClockMove(chance));
    traffic.watch(followUntilGone(url, "crash", this.#history));
    for (const [i, book] of this.#worlds.entries()) {
      if (i > 0 && !manyWorlds) break;
      traffic.add(asker({ url, apiKey: null }), book, null, () =>
        nextWorldsMove(book.known, chance, prefixOfClient(i), serial()),
      );
    }
  }

  /** What is lost, changed or there though it was refused. */
  async #check(url: string, whole: boolean): Promise<string[]> {
    const as = (apiKey: string | null): Ask => asker({ url, apiKey });
    const facts: string[] = [];
    // First, since time that passes by itself goes on.
    this.#settle(facts, this.#clock, await lookAtClock(as("crash")), clockDifferences, adoptClock);
    await Promise.all([
      ...this.#histories().map(async ({ apiKey, history }) => facts.push(...(await history.check(as(apiKey), whole)))),
      ...this.#clients.map(async ({ apiKey, book }) => {
        const seen = await lookAt(as(apiKey), book.known, book.unheard.length, whole);
        this.#settle(facts, book, seen, (known, one) => differences(known, one, whole), adopt);
      }),
      ...this.#travellers.map(async ({ apiKey, book }) => {
        const seen = await lookAtTravel(as(apiKey), book.known, book.unheard.length, whole);
        this.#settle(facts, book, seen, (known, one) => travelDifferences(known, one, whole), adoptTravel);
      }),
      ...this.#worlds.map(async (book, i) => {
        const seen = await lookAtWorlds(as, book.known, prefixOfClient(i));
        this.#settle(facts, book, seen, worldsDifferences, adoptWorlds);
      }),
    ]);
    return facts;
  }

  #settle<Book, Seen>(
    facts: string[],
    book: KeptBook<Book>,
    seen: Seen,
    compare: (known: Book, seen: Seen) => readonly string[],
    adoptSeen: (known: Book, seen: Seen) => void,
  ): void {
    const settled = book.settle((known) => compare(known, seen));
    if ("facts" in settled) facts.push(...settled.facts);
    else this.tally.kept += settled.kept;
    adoptSeen(book.known, seen);
  }
}

async function traveller(url: string, resets: boolean): Promise<Traveller> {
  const name = resets ? "Resetting" : "Travelling";
  const fixture = { ...fixtureOf([name], !resets), name };
  const made = await asker({ url, apiKey: null })("POST", "/sandbox/worlds", { fixture, clock: { mode: "frozen" } });
  const company = newBook(name, balance, resets ? [] : ["first"]);
  const book = { company, beginning: structuredClone(company), bookmarks: [] };
  const apiKey = made.text("companies.0.apiKey");
  return { apiKey, book: new KeptBook<TravelBook>(book), history: new SeenHistory(name), resets };
}

function fixtureOf(names: readonly string[], webhooks: boolean) {
  const first = { url: hookUrl, name: "first", events };
  return {
    settings: { otpLifetime: "P300D" },
    companies: names.map((name) => ({ name, balance, webhooks: webhooks ? [first] : [] })),
  };
}
