import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { RecordedAttempt } from "../../engine/world/recorded-attempt.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The operation of a route; missing for routes that no document describes. */
    operationId?: string;
  }
}

/** Upper limits in seconds: most calls take less than a millisecond, an advance of a large world seconds. */
const REQUEST_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What a sandbox counts and measures. `GET /metrics` shows it in the format of Prometheus. */
export class Metrics {
  readonly #registry: Registry;
  readonly #requests: Counter<"operation" | "outcome">;
  readonly #durations: Histogram<"operation" | "status">;
  readonly #attempts: Counter<"result">;
  readonly #worlds: Gauge;
  readonly #journals: Gauge;

  private constructor(
    { Registry, Counter, Histogram, Gauge, collectDefaultMetrics }: typeof import("prom-client"),
    version: string,
  ) {
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
    this.#durations = new Histogram({
      name: "saldo_request_seconds",
      help: "Time to respond, by operation and class of status: 2xx, 4xx, 5xx, or none where the connection broke",
      labelNames: ["operation", "status"],
      buckets: REQUEST_BUCKETS,
      registers,
    });
    this.#attempts = new Counter({
      name: "saldo_webhook_attempts_total",
      help: "Attempts to deliver webhooks by result",
      labelNames: ["result"],
      registers,
    });
    this.#worlds = new Gauge({ name: "saldo_worlds_loaded", help: "Worlds in the memory of this process", registers });
    this.#journals = new Gauge({
      name: "saldo_journal_bytes",
      help: "Memory of the listed calls of all worlds, about",
      registers,
    });
    new Gauge({
      name: "saldo_build_info",
      help: "Always 1; the labels tell the version of Saldo and of Node",
      labelNames: ["version", "node"],
      registers,
    }).set({ version, node: process.version }, 1);
  }

  /** Loads `prom-client`, an optional package: a process without metrics does not pay for it. Rejects if it is missing. */
  static async create(version: string): Promise<Metrics> {
    return new Metrics((await import("prom-client")).default, version);
  }

  /** Counts the requests of a server, and serves the metrics there. `measure` is called for each read of them. */
  serve(app: FastifyInstance, measure: () => { readonly worldsLoaded: number; readonly journalBytes: number }): void {
    app.addHook("onRequest", (request, reply, done) => {
      const told = request.onHangUp;
      request.onHangUp = () => {
        told?.();
        this.#count(request, reply, "connection-broken", "none");
      };
      done();
    });
    app.addHook("onResponse", (request, reply, done) => {
      const { statusCode } = reply;
      this.#count(request, reply, request.outcome ?? `status-${statusCode}`, `${Math.floor(statusCode / 100)}xx`);
      done();
    });
    app.get("/metrics", async (_request, reply) => {
      const { worldsLoaded, journalBytes } = measure();
      this.#worlds.set(worldsLoaded);
      this.#journals.set(journalBytes);
      const text = await this.#registry.metrics();
      return reply.type(this.#registry.contentType).send(text);
    });
  }

  attemptMade({ failure }: Pick<RecordedAttempt, "failure">): void {
    this.#attempts.inc({ result: failure === null ? "delivered" : "failed" });
  }

  #count({ routeOptions }: FastifyRequest, { elapsedTime }: FastifyReply, outcome: string, status: string): void {
    const operation = routeOptions.config.operationId ?? "none";
    this.#requests.inc({ operation, outcome });
    this.#durations.observe({ operation, status }, elapsedTime / 1_000);
  }
}
