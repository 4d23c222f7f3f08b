import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { durationMs } from "../../domain/duration.ts";
import type { CallFault } from "../../domain/fault.ts";
import type { ReceivedCall } from "../journal/received-call.ts";
import type { RequestJournals } from "../journal/request-journals.ts";
import { hangUp, type Renderers, send } from "../reply/reply.ts";
import type { Session } from "./session.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Its entry in the request journal; null if it has none. */
    received: ReceivedCall | null;
    /** The fault that was applied to it. */
    fault: CallFault | null;
  }
}

/** Records the calls of the simulated interface and applies faults to them. Control-plane requests get neither. */
export class Calls {
  readonly journals: RequestJournals;
  /** Wakes the calls that a latency fault delays. */
  readonly #waiting = new Set<() => void>();
  #closing = false;

  constructor(journals: RequestJournals) {
    this.journals = journals;
  }

  /**
   * Begins a call with a valid key. The promise resolves when its fault is chosen and durable; undefined: no fault
   * applies.
   */
  begin(request: FastifyRequest, session: Session, operationId: string): Promise<void> | undefined {
    request.received = this.journals.receive(session, request, operationId);
    return session.world.mightHaveFault(operationId) ? this.#applyFault(request, session, operationId) : undefined;
  }

  async #applyFault(request: FastifyRequest, { world }: Session, operationId: string): Promise<void> {
    const outcome = await world.transact((transaction) => transaction.run({ type: "apply-call-fault", operationId }));
    if (outcome.type !== "call-fault-applied") return;
    request.fault = outcome.fault;
    if (request.received !== null) request.received.fault = outcome.fault.kind;
  }

  /**
   * Applies the fault of a call before the call is executed. Returns true when that ended the call. A call whose
   * response is to be lost continues; `send` drops the response.
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

  /** Ends all delays. */
  end(): void {
    this.#closing = true;
    for (const wake of this.#waiting) wake();
  }

  /** Waits until the time is over, the client disconnects or the server closes. */
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
