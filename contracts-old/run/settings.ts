import type { JsonObject } from "../description/json.ts";
import type { Need, OverlayChange } from "../report/verdict.ts";

/** What the worker that runs the contracts is told, as plain data. */
export interface RunSettings {
  /** All requests go to the desk, which passes them on. */
  readonly deskUrl: string;
  readonly deskToken: string;
  /** Of the address that was given, without a slash at its end: requests are made below it. */
  readonly basePath: string;
  /** What the target offers, and what the user has allowed. */
  readonly offers: readonly Need[];
  /** Of the one account of a target without control plane; with one, every contract gets a world of its own. */
  readonly apiKey?: string;
  readonly patienceMs: number;
  /** The description of the interface, with the target's overlay, its references not followed. */
  readonly document: JsonObject;
  /** The same without it: clauses name its nodes. */
  readonly shippedDocument: JsonObject;
  /** Amount of the withdrawals that the suite opens, if the user has said. */
  readonly valueCents?: number;
  /** Whether a withdrawal that was open before may be cancelled. */
  readonly cancelOpen: boolean;
  readonly receiver: ReceiverSettings;
  /** Ids of the clauses to run; the others are passed over. */
  readonly selected: readonly string[];
}

export interface ReceiverSettings {
  readonly host: string;
  readonly port: number;
  /** By which name the target reaches this machine; by default as the loopback interface. */
  readonly name?: string;
  /** Where the target reaches it, if that is another address altogether. */
  readonly url?: string;
}

/** What a contract leaves behind for the report, beside whether it failed: `notes` of its test's meta data. */
export interface ContractNotes {
  readonly kind: "held" | "broken" | "observed" | "could-not-run" | "opted-out" | "suite-error";
  readonly reason?: string;
  readonly needs?: Need;
  readonly time?: "advanced" | "waited";
  /** Of assumption clauses, and what an overlay can say of them. */
  readonly observations: readonly { readonly text: string; readonly change?: OverlayChange }[];
}

declare module "vitest" {
  interface ProvidedContext {
    saldo: RunSettings;
  }
}
