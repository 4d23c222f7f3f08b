import "../src/supported-node.ts";
import fc, { type Arbitrary } from "fast-check";
import { refuseOtherTypes, refuseUnknownOptions } from "../src/client/known-options.ts";
import type { SaldoClient } from "../src/client/saldo-client.ts";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import type { Act, Application } from "./application.ts";
import { type DrillChoice, type Drilled, runDrill } from "./run-drill.ts";
import { parseSeed } from "./seed.ts";
import { type Found, foundText } from "./story.ts";
import { notUsable } from "./unusable.ts";

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

/** Every option with its type; the type of this keeps the list complete. */
const OPTIONS: Readonly<Record<keyof DrillOptions<unknown, unknown>, string>> = {
  world: "string or object",
  begin: "function",
  acts: "object",
  receiver: "function",
  settle: "function",
  books: "function",
  amounts: "string",
  always: "function",
  restart: "function",
  dieAt: "function",
  end: "function",
  seconds: "number",
  worlds: "number",
  seed: "string or number",
  only: "object",
  preset: "string",
  sandbox: "object",
};
const ACT: Readonly<Record<keyof Act<unknown, unknown>, string>> = {
  with: "object",
  typesCode: "boolean",
  do: "function",
};

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
  refuseOtherTypes(options, OPTIONS, ["begin", "acts", "books"]);
  for (const [name, act] of Object.entries<object>(options.acts)) {
    refuseUnknownOptions(`the act ${name}`, act, Object.keys(ACT));
    refuseOtherTypes(act, ACT, ["do"]);
    for (const [arg, drawn] of Object.entries(Object(act).with ?? {}))
      if (typeof Object(drawn).generate !== "function")
        throw notUsable(
          drawn,
          `acts.${name}.with.${arg}`,
          "Give an arbitrary of fast-check, such as cents(500, 30_000).",
        );
  }
  const { seconds = 10, worlds, seed, only, preset } = options;
  // Without a world, the drill would find nothing in any application.
  if (!(seconds > 0 && (worlds ?? 1) > 0)) throw new Error("seconds and worlds must be above 0");
  const keep = options.sandbox === undefined ? undefined : async () => {};
  const choice = { seconds, worlds, only, preset, keep, seed: parseSeed(seed?.toString()) };
  await using ends = new AsyncDisposableStack();
  const drilled = await runDrill(options, choice, options.sandbox ?? ends.use(await startSandbox()));
  if (drilled.found !== null) throw new BooksDiffer(drilled.found);
  return drilled;
}
