import type { ReceivedCall } from "./received-call.ts";

/** A world keeps so many calls. */
export const mostRequests = 1_000;

/** The last calls that a world has received. */
export class RequestJournal {
  readonly #calls: ReceivedCall[] = [];
  #received = 0;

  receive(begin: (requestId: number) => ReceivedCall): ReceivedCall {
    this.#received += 1;
    const call = begin(this.#received);
    this.#calls[this.#received % mostRequests] = call;
    return call;
  }

  /** Newest first, of one operation or of all. */
  newest(limit: number, operationId?: string): ReceivedCall[] {
    const found: ReceivedCall[] = [];
    for (let requestId = this.#received; requestId > 0 && found.length < limit; requestId -= 1) {
      const call = this.#calls[requestId % mostRequests];
      if (call?.requestId !== requestId) break;
      if (operationId === undefined || call.operationId === operationId) found.push(call);
    }
    return found;
  }
}
