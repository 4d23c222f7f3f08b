import type { FastifyReply, FastifyRequest } from "fastify";
import { durationMs } from "../../domain/duration.ts";
import type { AppliedFault } from "../../domain/fault.ts";
import type { ReceivedCall } from "../journal/received-call.ts";
import type { RequestJournals } from "../journal/request-journals.ts";
import { hangUp, type Renderers, send } from "../reply/reply.ts";
import type { Session } from "./session.ts";
import { Waits } from "./waits.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Its entry in the request journal; null if it has none. */
    received: ReceivedCall | null;
    fault: AppliedFault | null;
  }
}

/** Records the calls of the simulated interface and applies faults to them. Control-plane requests get neither. */
export class Calls {
  readonly journals: RequestJournals;
  /** Calls that a latency fault delays, and requests of the control plane that wait. */
  readonly waits = new Waits();

  constructor(journals: RequestJournals) {
    this.journals = journals;
  }

  /** Begins the call of a company. The promise resolves when its fault is chosen and durable; undefined: none applies. */
  begin(request: FastifyRequest, operationId: string): Promise<void> | undefined {
    const { session } = request;
    if (session === null) return undefined;
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
        reply.headers(fault.headers ?? {});
        send(request, reply, responsesFor(fault.status), { type: "fault-injected", message });
        return true;
      }
      case "rate-limit": {
        const { faultId, requests, per, retryAfterMs } = fault;
        const message = `The rate limit of this sandbox (${faultId}, ${requests} per ${per} of the world's time) is reached; nothing was done.`;
        reply.header("retry-after", Math.ceil(retryAfterMs / 1000));
        send(request, reply, responsesFor(429), { type: "fault-injected", message });
        return true;
      }
      case "reset":
        hangUp(request, reply, "reset");
        return true;
      case "latency": {
        const isOver = (signal: AbortSignal) => request.session?.world.whenOver(signal) ?? Promise.resolve();
        await this.waits.during(durationMs(fault.delay), reply.raw, isOver);
        request.fault = null;
        if (!reply.raw.destroyed) return false;
        hangUp(request, reply, "close");
        return true;
      }
      case "lose-response":
        if (fault.status !== undefined) request.gateway = responsesFor(fault.status);
        return false;
      case undefined:
        return false;
    }
  }
}
