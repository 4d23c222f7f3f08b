import type { LiveWorld } from "../../engine/live-world.ts";
import type { WallClock } from "../../engine/world-clock.ts";
import type { Operation } from "../../spec/operations.ts";
import type { Session } from "../session.ts";
import { Discretion } from "./discretion.ts";
import { type KnownCall, knownCall } from "./known-input.ts";
import { ReceivedCall } from "./received-call.ts";
import { RequestJournal } from "./request-journal.ts";

/** What is asked of a request when it comes. */
interface Incoming {
  readonly method: string;
  readonly url: string;
}

/** The calls that worlds have received. They are written down as they come, and looked at only when they are shown. */
export class RequestJournals {
  readonly #wallClock: WallClock;
  readonly #isKey: (text: string) => boolean;
  /** Beside the worlds, whatever they go back to; with a world its journal is forgotten. */
  readonly #journals = new WeakMap<LiveWorld, RequestJournal>();
  readonly #operations = new Map<string, Operation>();
  readonly #known = new Map<string, KnownCall>();

  /** `isKey`: whether a text is an API key of this server. */
  constructor(wallClock: WallClock, isKey: (text: string) => boolean) {
    this.#wallClock = wallClock;
    this.#isKey = isKey;
  }

  /** The document's operations say which values are secrets. */
  learn(operations: readonly Operation[]): void {
    for (const operation of operations) this.#operations.set(operation.operationId, operation);
  }

  of(world: LiveWorld): RequestJournal {
    const journal = this.#journals.get(world);
    if (journal !== undefined) return journal;
    const begun = new RequestJournal();
    this.#journals.set(world, begun);
    return begun;
  }

  receive({ world, companyId }: Session, { method, url }: Incoming, operationId: string | null): ReceivedCall {
    const { at } = world.known;
    const beginning = { at, receivedAt: this.#wallClock(), companyId, method, target: url, operationId };
    return this.of(world).receive((requestId) => new ReceivedCall(requestId, beginning, this.#discretionFor));
  }

  readonly #discretionFor = (operationId: string | null): Discretion => {
    return new Discretion(operationId === null ? null : this.#knowledgeOf(operationId), this.#isKey);
  };

  /** Most operations' calls are never looked at. */
  #knowledgeOf(operationId: string): KnownCall | null {
    const operation = this.#operations.get(operationId);
    if (operation === undefined) return null;
    const known = this.#known.get(operationId) ?? knownCall(operation);
    this.#known.set(operationId, known);
    return known;
  }
}
