import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { RecordedAttempt } from "../../engine/world/recorded-attempt.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The operation of a route; missing for routes that no document describes. */
    operationId?: string;
  }
}

/** Upper limits in seconds: a turn usually takes milliseconds, and two seconds behind a process that is cut off. */
const TURN_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** What a sandbox counts and measures. `GET /metrics` shows it in the format of Prometheus. */
export class Metrics {
  readonly #registry: Registry;
  readonly #requests: Counter<"operation" | "outcome">;
  readonly #turns: Histogram<"result">;
  readonly #attempts: Counter<"result">;
  readonly #worlds: Gauge;

  private constructor({ Registry, Counter, Histogram, Gauge, collectDefaultMetrics }: typeof import("prom-client")) {
    this.#registry = new Registry();
    const registers = [this.#registry];
    // These have the delay of the event loop, the memory and the processor time.
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Counter({
      name: "saldo_requests_total",
      help: "Requests by operation and outcome",
      labelNames: ["operation", "outcome"],
      registers,
    });
    this.#turns = new Histogram({
      name: "saldo_turn_seconds",
      help: "Time of turns on worlds in PostgreSQL, from asking for a turn to the durable result",
      labelNames: ["result"],
      buckets: TURN_BUCKETS,
      registers,
    });
    this.#attempts = new Counter({
      name: "saldo_webhook_attempts_total",
      help: "Attempts to deliver webhooks by result",
      labelNames: ["result"],
      registers,
    });
    this.#worlds = new Gauge({ name: "saldo_worlds_loaded", help: "Worlds in the memory of this process", registers });
  }

  /** Loads `prom-client`, an optional package: a process without metrics does not pay for it. Rejects if it is missing. */
  static async create(): Promise<Metrics> {
    return new Metrics((await import("prom-client")).default);
  }

  /** Counts the requests of a server, and serves the metrics there. `worldsLoaded` is asked when somebody reads them. */
  serve(app: FastifyInstance, worldsLoaded: () => number): void {
    app.addHook("onRequest", (request, _reply, done) => {
      const told = request.onHangUp;
      request.onHangUp = () => {
        told?.();
        this.#count(request, "connection-broken");
      };
      done();
    });
    app.addHook("onResponse", (request, reply, done) => {
      this.#count(request, request.outcome ?? `status-${reply.statusCode}`);
      done();
    });
    app.get("/metrics", async (_request, reply) => {
      this.#worlds.set(worldsLoaded());
      const text = await this.#registry.metrics();
      return reply.type(this.#registry.contentType).send(text);
    });
  }

  attemptMade({ failure }: Pick<RecordedAttempt, "failure">): void {
    this.#attempts.inc({ result: failure === null ? "delivered" : "failed" });
  }

  turnTaken(durationMs: number, isKept: boolean): void {
    this.#turns.observe({ result: isKept ? "done" : "failed" }, durationMs / 1_000);
  }

  #count({ routeOptions }: FastifyRequest, outcome: string): void {
    this.#requests.inc({ operation: routeOptions.config.operationId ?? "none", outcome });
  }
}
