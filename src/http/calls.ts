import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { durationMs } from "../domain/duration.ts";
import type { CallFault } from "../domain/fault.ts";
import type { ReceivedCall } from "./journal/received-call.ts";
import type { RequestJournals } from "./journal/request-journals.ts";
import { hangUp, type Renderers, send } from "./reply.ts";
import type { Session } from "./session.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What is written down of it; null where nothing is. */
    received: ReceivedCall | null;
    /** The fault that has struck it. */
    fault: CallFault | null;
  }
}

/** The calls of the simulated interface: they are written down, and faults strike them. Others know nothing of either. */
export class Calls {
  readonly journals: RequestJournals;
  /** Ends the waiting of those whom a fault keeps waiting. */
  readonly #waiting = new Set<() => void>();
  #closing = false;

  constructor(journals: RequestJournals) {
    this.journals = journals;
  }

  /** A call with a valid key. What strikes it is known, and durable, when the promise resolves; undefined: nothing does. */
  begin(request: FastifyRequest, session: Session, operationId: string): Promise<void> | undefined {
    request.received = this.journals.receive(session, request, operationId);
    return session.world.mayBeStruck(operationId) ? this.#strike(request, session, operationId) : undefined;
  }

  async #strike(request: FastifyRequest, { world }: Session, operationId: string): Promise<void> {
    const outcome = await world.transact((transaction) => transaction.run({ type: "strike-call", operationId }));
    if (outcome.type !== "call-struck") return;
    request.fault = outcome.fault;
    if (request.received !== null) request.received.fault = outcome.fault.kind;
  }

  /**
   * Lets a struck call meet its fault, before anything is done for it. True when that was the end of the call. One whose
   * answer is to be lost goes on; `send` loses it.
   */
  async endsByFault(
    request: FastifyRequest,
    reply: FastifyReply,
    responsesFor: (status: number) => Renderers,
  ): Promise<boolean> {
    const { fault } = request;
    switch (fault?.kind) {
      case "status": {
        const message = `A fault of this sandbox (${fault.faultId}) refuses this call; nothing was done.`;
        send(request, reply, responsesFor(fault.status), { type: "fault-injected", message });
        return true;
      }
      case "reset":
        hangUp(request, reply, "reset");
        return true;
      case "latency": {
        await this.#wait(durationMs(fault.delay), reply.raw);
        request.fault = null;
        if (!reply.raw.destroyed) return false;
        hangUp(request, reply, "close");
        return true;
      }
      default:
        return false;
    }
  }

  /** Nobody is kept waiting any more. */
  end(): void {
    this.#closing = true;
    for (const wake of this.#waiting) wake();
  }

  /** Until the time is over, the client has gone or the server closes. */
  async #wait(ms: number, response: ServerResponse): Promise<void> {
    if (this.#closing || response.destroyed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#waiting.add(resolve);
    response.once("close", resolve);
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(resolve);
    response.off("close", resolve);
  }
}
