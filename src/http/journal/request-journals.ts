import type { IncomingHttpHeaders } from "node:http";
import type { CallNotes } from "../../engine/call-notes.ts";
import type { WallClock } from "../../engine/history/world-clock.ts";
import type { LiveWorld } from "../../engine/world/live-world.ts";
import type { Operation } from "../../spec/operations.ts";
import type { Session } from "../request/session.ts";
import { CallRedaction } from "./call-redaction.ts";
import { LocalJournal } from "./local-journal.ts";
import type { ReceivedCall } from "./received-call.ts";
import type { RequestJournal } from "./request-journal.ts";
import { SharedJournal } from "./shared-journal.ts";

/** What the journal reads of a request when it comes. */
interface Incoming {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** The calls that worlds have received. */
export class RequestJournals {
  readonly #wallClock: WallClock;
  readonly #adminToken: string | undefined;
  /** Beside the worlds, whatever they go back to, and also while they are at rest. */
  readonly #journals = new Map<LiveWorld["worldId"], RequestJournal>();
  readonly #operations = new Map<string, Operation>();
  readonly #redactions = new Map<string | null, CallRedaction>();
  readonly #onEnded: (worldId: string, call: ReceivedCall) => void;
  readonly #notes: CallNotes | undefined;

  /**
   * `adminToken`: of the server, which is hidden too. `onEnded` is called when a call has ended. `notes`: for several
   * processes that share their calls; without them calls are in the memory of this one.
   */
  constructor(
    wallClock: WallClock,
    adminToken: string | undefined,
    onEnded: (worldId: string, call: ReceivedCall) => void,
    notes?: CallNotes,
  ) {
    this.#onEnded = onEnded;
    this.#notes = notes;
    this.#wallClock = wallClock;
    this.#adminToken = adminToken;
  }

  /** The document's operations say which values are secrets. */
  learn(operations: readonly Operation[]): void {
    for (const operation of operations) this.#operations.set(operation.operationId, operation);
  }

  of({ worldId }: LiveWorld): RequestJournal {
    const journal = this.#journals.get(worldId);
    if (journal !== undefined) return journal;
    const onEnded = (call: ReceivedCall) => this.#onEnded(worldId, call);
    const begun =
      this.#notes === undefined ? new LocalJournal(onEnded) : new SharedJournal(worldId, this.#notes, onEnded);
    this.#journals.set(worldId, begun);
    return begun;
  }

  /** Forgets the calls of a deleted world. */
  forget(worldId: LiveWorld["worldId"]): void {
    this.#journals.get(worldId)?.end();
    this.#journals.delete(worldId);
  }

  receive(session: Session, { method, url, headers }: Incoming, operationId: string | null): ReceivedCall {
    const { world, companyId } = session;
    const { at, position } = world.known;
    const { host = "localhost" } = headers;
    const beginning = {
      position,
      at,
      receivedAt: this.#wallClock(),
      companyId,
      method,
      host,
      path: url,
      operationId,
      announcedBody: announcedBodyOf(headers),
    };
    return this.of(world).receive(beginning, this.#redactionOf(operationId), () => world.openCodes);
  }

  /** Made at the first call: a server is never asked for most operations. */
  #redactionOf(operationId: string | null): CallRedaction {
    const known = this.#redactions.get(operationId);
    if (known !== undefined) return known;
    const made = new CallRedaction(this.#operations.get(operationId ?? "") ?? null, this.#adminToken);
    this.#redactions.set(operationId, made);
    return made;
  }
}

/** What is said of a body that nobody reads, as it has another type or is too long. */
function announcedBodyOf(headers: IncomingHttpHeaders): string | null {
  if (headers["transfer-encoding"] !== undefined) return "(not shown: a body that was not read)";
  const bytes = Number(headers["content-length"] ?? 0);
  return bytes > 0 ? `(not shown: ${bytes} bytes that were not read)` : null;
}
