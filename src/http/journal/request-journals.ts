import type { IncomingHttpHeaders } from "node:http";
import type { WallClock } from "../../engine/history/world-clock.ts";
import type { LiveWorld } from "../../engine/world/live-world.ts";
import type { Operation } from "../../spec/operations.ts";
import type { Session } from "../session.ts";
import { Discretion } from "./discretion.ts";
import { type KnownCall, knownCall } from "./known-input.ts";
import { ReceivedCall } from "./received-call.ts";
import { RequestJournal } from "./request-journal.ts";
import { SecretSearch } from "./secret-search.ts";

/** So many keys are known as they are. */
const mostKeys = 100;

/** What is asked of a request when it comes. */
interface Incoming {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** The calls that worlds have received. They are written down as they come, and looked at only when they are shown. */
export class RequestJournals {
  readonly #wallClock: WallClock;
  readonly #isKey: (text: string) => boolean;
  /**
   * Keys that somebody has chosen, and has called with: they may have any characters, so that nobody could say where one
   * begins in a text. There are few; those that the program makes tell themselves.
   */
  readonly #chosenKeys: Set<string>;
  /** Beside the worlds, whatever they go back to; with a world its journal is forgotten. */
  readonly #journals = new WeakMap<LiveWorld, RequestJournal>();
  readonly #operations = new Map<string, Operation>();
  readonly #known = new Map<string, KnownCall>();

  /** `isKey`: whether a text is an API key of this server; `secrets`: what else is never shown, such as the admin token. */
  constructor(wallClock: WallClock, isKey: (text: string) => boolean, secrets: readonly string[]) {
    this.#wallClock = wallClock;
    this.#isKey = isKey;
    this.#chosenKeys = new Set(secrets);
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

  receive(session: Session, { method, url, headers }: Incoming, operationId: string | null): ReceivedCall {
    const { world, companyId } = session;
    this.#noteKey(headers["x-api-key"]);
    const [at, receivedAt, announcedBody] = [world.known.at, this.#wallClock(), announcedBodyOf(headers)];
    const beginning = { at, receivedAt, companyId, method, target: url, operationId, announcedBody };
    return this.of(world).receive((requestId) => new ReceivedCall(requestId, beginning, this.#discretionFor));
  }

  /** For one list of calls. */
  search(): SecretSearch {
    return new SecretSearch(this.#isKey, this.#chosenKeys);
  }

  #noteKey(key: unknown): void {
    if (typeof key !== "string" || key.startsWith("sk_sandbox_") || this.#chosenKeys.size >= mostKeys) return;
    this.#chosenKeys.add(key);
  }

  readonly #discretionFor = (operationId: string | null, secrets = this.search()): Discretion => {
    return new Discretion(operationId === null ? null : this.#knowledgeOf(operationId), secrets);
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

/** What is said of a body that nobody reads, as it has another type or is too long. */
function announcedBodyOf(headers: IncomingHttpHeaders): string | null {
  if (headers["transfer-encoding"] !== undefined) return "(not shown: a body that was not read)";
  const bytes = Number(headers["content-length"] ?? 0);
  return bytes > 0 ? `(not shown: ${bytes} bytes that were not read)` : null;
}
