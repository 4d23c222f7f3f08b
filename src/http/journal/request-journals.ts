import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import type { WallClock } from "../../engine/history/world-clock.ts";
import type { LiveWorld } from "../../engine/world/live-world.ts";
import { remembering } from "../../remembering.ts";
import type { Operation } from "../../spec/operations.ts";
import type { Session } from "../request/session.ts";
import { CallRedaction } from "./call-redaction.ts";
import type { ReceivedCall } from "./received-call.ts";
import { RequestJournal } from "./request-journal.ts";

/** How much the calls of all worlds together may take in memory. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The calls that worlds have received. If they take too much, the worlds that got none for longest lose theirs. */
export class RequestJournals {
  readonly #wallClock: WallClock;
  readonly #adminToken: string | undefined;
  /** Beside the worlds, whatever they go back to, and also while they are at rest. */
  readonly #journals = new Map<LiveWorld["worldId"], RequestJournal>();
  readonly #operations = new Map<string, Operation>();
  /** Made at the first call: a server is never asked for most operations. */
  readonly #redactionOf = remembering(1_000, (operationId: string | null) => {
    return new CallRedaction(this.#operations.get(operationId ?? "") ?? null);
  });
  readonly #onEnded: (worldId: string, call: ReceivedCall) => void;
  readonly #maxBytes: number;
  #bytes = 0;
  #received = 0;

  /** `adminToken`: of the server, which is hidden too. `onEnded` is called when a call to a world that is there has ended. */
  constructor(
    wallClock: WallClock,
    adminToken: string | undefined,
    onEnded: (worldId: string, call: ReceivedCall) => void,
    maxBytes = MAX_BYTES,
  ) {
    this.#onEnded = onEnded;
    this.#maxBytes = maxBytes;
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
    const begun = new RequestJournal((call, addedBytes) => {
      this.#bytes += addedBytes;
      if (this.#bytes > this.#maxBytes) this.#shrink(begun);
      // Nothing is kept of a deleted world, its coverage included.
      if (this.#journals.get(worldId) === begun) this.#onEnded(worldId, call);
    });
    this.#journals.set(worldId, begun);
    return begun;
  }

  /** About how much memory the calls of all worlds take, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Clears journals until the rest takes half of what it may, so that this is not done at each call. */
  #shrink(latest: RequestJournal): void {
    const oldestFirst = [...this.#journals.values()].sort((one, other) => one.lastAmongAll - other.lastAmongAll);
    for (const journal of oldestFirst) {
      if (this.#bytes <= this.#maxBytes / 2) return;
      if (journal !== latest) this.#clear(journal);
    }
  }

  #clear(journal: RequestJournal): void {
    this.#bytes -= journal.bytes;
    journal.clear();
  }

  forget(worldId: LiveWorld["worldId"]): void {
    const journal = this.#journals.get(worldId);
    if (journal === undefined) return;
    this.#clear(journal);
    journal.end();
    this.#journals.delete(worldId);
  }

  receive(
    session: Session,
    { method, url, headers }: Pick<FastifyRequest, "method" | "url" | "headers">,
    operationId: string | null,
  ): ReceivedCall {
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
    const journal = this.of(world);
    this.#received += 1;
    journal.lastAmongAll = this.#received;
    const chosen = [headers["x-api-key"], this.#adminToken].filter((text) => typeof text === "string");
    return journal.receive(beginning, this.#redactionOf(operationId), { codes: () => world.openCodes, chosen });
  }
}

/** What is said of a body that is not read, as it has another type or is too long. */
function announcedBodyOf(headers: IncomingHttpHeaders): string | null {
  if (headers["transfer-encoding"] !== undefined) return "(not shown: a body that was not read)";
  const bytes = Number(headers["content-length"] ?? 0);
  return bytes > 0 ? `(not shown: ${bytes} bytes that were not read)` : null;
}
