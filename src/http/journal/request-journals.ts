import type { IncomingHttpHeaders } from "node:http";
import { Growth } from "../../engine/history/growth.ts";
import type { WallClock } from "../../engine/history/world-clock.ts";
import type { LiveWorld } from "../../engine/world/live-world.ts";
import type { Operation } from "../../spec/operations.ts";
import type { Session } from "../request/session.ts";
import { CallRedaction } from "./call-redaction.ts";
import { ReceivedCall } from "./received-call.ts";

/** How many calls of a world are stored. */
const MAX_REQUESTS = 1_000;

/** Which calls are listed. */
interface WantedCalls {
  readonly limit?: number | undefined;
  readonly operationId?: string | undefined;
  readonly status?: number | undefined;
  /** Only calls with a smaller number. */
  readonly before?: number | undefined;
}

/** The last calls that a world has received. */
class RequestJournal {
  readonly #calls: ReceivedCall[] = [];
  /** The last ones to end, in the order in which they ended. */
  readonly #ended: ReceivedCall[] = [];
  #endedCount = 0;
  readonly #growth = new Growth();
  #received = 0;

  receive(begin: (requestId: number) => ReceivedCall): ReceivedCall {
    this.#received += 1;
    const call = begin(this.#received);
    this.#calls[this.#received % MAX_REQUESTS] = call;
    call.onEnded = () => this.#hasEnded(call);
    return call;
  }

  /** Yields calls as they end, until the signal is aborted. Somebody who reads slowly misses all but the newest. */
  async *follow(signal: AbortSignal): AsyncGenerator<ReceivedCall> {
    let seen = this.#endedCount;
    while (!signal.aborted) {
      const growth = this.#growth.next(signal);
      for (; seen < this.#endedCount; seen += 1) {
        const call = this.#ended[(seen + 1) % MAX_REQUESTS];
        if (this.#endedCount - seen <= MAX_REQUESTS && call !== undefined) yield call;
      }
      await growth;
    }
  }

  #hasEnded(call: ReceivedCall): void {
    this.#endedCount += 1;
    this.#ended[this.#endedCount % MAX_REQUESTS] = call;
    this.#growth.tell();
  }

  /** Returns calls of one operation or of all, newest first. */
  newest({ limit = 100, operationId, status, before = Number.POSITIVE_INFINITY }: WantedCalls): ReceivedCall[] {
    const found: ReceivedCall[] = [];
    const newest = Math.min(this.#received, before - 1);
    for (let requestId = newest; requestId > 0 && found.length < limit; requestId -= 1) {
      const call = this.#calls[requestId % MAX_REQUESTS];
      if (call?.beginning.requestId !== requestId) break;
      const isOfOperation = operationId === undefined || call.beginning.operationId === operationId;
      if (isOfOperation && (status === undefined || call.status === status)) found.push(call);
    }
    return found;
  }
}

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
  /** Beside the worlds, whatever they go back to; with a world its journal is forgotten. */
  readonly #journals = new WeakMap<LiveWorld, RequestJournal>();
  readonly #operations = new Map<string, Operation>();
  readonly #redactions = new Map<string | null, CallRedaction>();

  /** `adminToken`: of the server, which is hidden too. */
  constructor(wallClock: WallClock, adminToken: string | undefined) {
    this.#wallClock = wallClock;
    this.#adminToken = adminToken;
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
    const [at, receivedAt, announcedBody] = [world.known.at, this.#wallClock(), announcedBodyOf(headers)];
    const beginning = { at, receivedAt, companyId, method, path: url, operationId, announcedBody };
    const redaction = this.#redactionOf(operationId);
    return this.of(world).receive((requestId) => new ReceivedCall({ requestId, ...beginning }, redaction));
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
