import type { Arbitrary } from "fast-check";
import type { SaldoClient, SaldoWorld, WorldOrder } from "../src/client/saldo-client.ts";
import type { Amounts, Books } from "./books/books.ts";

/** What a fresh application gets for a fresh world. */
export interface Start {
  /** The address of the platform. */
  readonly url: string;
  readonly apiKey: string;
  /** What the deliveries to its receiver are signed with. */
  readonly webhookSecret: string;
  /** The world, for what the application reads outside of the platform. */
  readonly saldo: SaldoWorld;
  /**
   * Asks the person who reads the e-mail for the code of a withdrawal. The person may be late (null), slow, or wrong.
   */
  readonly code: (withdrawId: string) => Promise<string | null>;
  /** Lets time of the world pass, in milliseconds: for an application that waits. */
  readonly pass: (ms: number) => Promise<void>;
}

/** What an act of the application gets besides its drawn arguments. */
export interface ActContext {
  /** A text that no other act of this world has, beyond ASCII now and then. */
  readonly reference: string;
  /** Returns the newest code that a person has read in the e-mail, or null. */
  readonly code: () => Promise<string | null>;
}

/** A moment at which an application dies: at its next call or delivery, before that gets through, or after its answer. */
export interface Death {
  readonly at: "call" | "delivery";
  readonly when: "before" | "after";
}

/** Something that the application can be told to do. It may fail: what counts are the books. */
export interface Act<App, Args> {
  /** How its arguments are drawn. */
  readonly with?: { readonly [Name in keyof Args]: Arbitrary<Args[Name]> };
  /** Whether it types a code. When all is quiet, it is done until no withdrawal waits for one. */
  readonly typesCode?: boolean;
  do(app: App, args: Args, context: ActContext): unknown;
}

/** An application as a user describes it. Its parts are methods, so that the drill takes one of any type. */
export interface Application<App, All = Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
  /** The name of a shipped fixture, or a fixture itself. */
  readonly world?: NonNullable<WorldOrder["fixture"]>;
  /** Starts a fresh application, which keeps nothing of an earlier one. */
  begin(start: Start): App | Promise<App>;
  readonly acts: { readonly [Name in keyof All]: Act<App, All[Name]> };
  /** The address where it takes webhooks. Without it there are none. */
  receiver?(app: App): string;
  /** What the application does when all is quiet. It is also called while faults apply. */
  settle?(app: App): unknown;
  books(app: App): Books | Promise<Books>;
  /** Whether payouts in the books include the fee. */
  readonly amounts?: Amounts;
  /** A rule of your own, after each step: throw what is wrong. */
  always?(app: App, world: SaldoClient): unknown;
  /** Ends the application as if it had died, and starts it again with what it had stored. */
  restart?(app: App): App | Promise<App>;
  /** Lets it die at the next such moment, while a call or a delivery is under way; null: not any more, and it runs again. */
  dieAt?(death: Death | null): unknown;
  /** Ends it for good. */
  end?(app: App): unknown;
}

/** An application as the drill knows it. */
export type AnyApplication = Application<unknown, Readonly<Record<string, unknown>>>;
