import type { ReceivedCall } from "./received-call.ts";

/** Calls that are kept of a world. */
const MAX_REQUESTS = 1_000;

/** The last calls that a world has received. */
export class RequestJournal {
  readonly #calls: ReceivedCall[] = [];
  #received = 0;

  receive(begin: (requestId: number) => ReceivedCall): ReceivedCall {
    this.#received += 1;
    const call = begin(this.#received);
    this.#calls[this.#received % MAX_REQUESTS] = call;
    return call;
  }

  /** Returns calls of one operation or of all, newest first. */
  newest(limit: number, operationId?: string): ReceivedCall[] {
    const found: ReceivedCall[] = [];
    for (let requestId = this.#received; requestId > 0 && found.length < limit; requestId -= 1) {
      const call = this.#calls[requestId % MAX_REQUESTS];
      if (call?.requestId !== requestId) break;
      if (operationId === undefined || call.operationId === operationId) found.push(call);
    }
    return found;
  }
}
