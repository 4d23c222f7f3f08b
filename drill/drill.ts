import "../src/supported-node.ts";
import fc, { type Arbitrary } from "fast-check";
import type { SaldoClient } from "../src/client/saldo-client.ts";
import { refuseUnknownOptions } from "../src/testing/known-options.ts";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import type { Act, Application } from "./application.ts";
import { type DrillChoice, type Drilled, runDrill } from "./run-drill.ts";
import { parseSeed } from "./seed.ts";
import { type Found, foundText } from "./story.ts";

export type { Act, ActContext, Application, Start } from "./application.ts";
export type { BookedPayout, Books } from "./books/books.ts";
export { booksOf, type PlacedDifference } from "./books/books-of.ts";
export { UnusableApplication } from "./unusable.ts";

/** Amounts in cents, odd ones as often as round ones. */
export function cents(min: number, max: number): Arbitrary<number> {
  return fc.integer({ min, max });
}

/** An application, and how long it is drilled. */
export interface DrillOptions<App, All>
  extends Application<App, All>,
    Partial<Pick<DrillChoice, "seconds" | "worlds" | "only" | "preset">> {
  /** A whole number, or what a drill has printed to repeat one world. Drawn by default. */
  readonly seed?: string | number;
  /** A running sandbox, which keeps the world of a difference; by default one of its own. */
  readonly sandbox?: SaldoClient;
}

/** Every name of the options; the type keeps the list complete. */
const OPTIONS: Readonly<Record<keyof DrillOptions<unknown, unknown>, true>> = {
  world: true,
  begin: true,
  acts: true,
  receiver: true,
  settle: true,
  books: true,
  amounts: true,
  always: true,
  restart: true,
  dieAt: true,
  end: true,
  seconds: true,
  worlds: true,
  seed: true,
  only: true,
  preset: true,
  sandbox: true,
};
const ACT = ["with", "typesCode", "do"] satisfies (keyof Act<unknown, unknown>)[];

/** The books differ from the ledger. The message is the story. */
export class BooksDiffer extends Error {
  override readonly name = "BooksDiffer";
  readonly found: Found;

  constructor(found: Found) {
    super(foundText(found));
    this.found = found;
  }
}

/**
 * Plays an application in many worlds, and compares its books with the ledger of each. Returns what it has met. Throws
 * `BooksDiffer` with the shortest story, an `Error` for an option that does not exist, and `Unusable` where the application cannot be drilled.
 */
export async function drill<App, All>(options: DrillOptions<App, All>): Promise<Drilled> {
  refuseUnknownOptions("drill", options, Object.keys(OPTIONS));
  for (const [name, act] of Object.entries(Object(options.acts)))
    refuseUnknownOptions(`the act ${name}`, Object(act), ACT);
  const { seconds = 10, worlds, seed, only, preset } = options;
  const keep = options.sandbox === undefined ? undefined : async () => {};
  const choice = { seconds, worlds, only, preset, keep, seed: parseSeed(seed?.toString()) };
  await using ends = new AsyncDisposableStack();
  const drilled = await runDrill(options, choice, options.sandbox ?? ends.use(await startSandbox()));
  if (drilled.found !== null) throw new BooksDiffer(drilled.found);
  return drilled;
}
