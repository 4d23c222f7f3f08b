import "../supported-node.ts";
import { AbstractStartedContainer, GenericContainer, type StartedTestContainer, Wait } from "testcontainers";
import { refuseUnknownOptions } from "../client/known-options.ts";
import { SaldoClient, testBeginning } from "../client/saldo-client.ts";
import { secureFetch } from "../client/secure-fetch.ts";
import { clientTls, refuseUnknownTls, type TestTls } from "./test-tls.ts";

/** Inside; outside it is whatever port is free. */
const insidePort = 4400;

/** The name under which the container finds the machine that the tests run on. */
const testMachine = "host.docker.internal";

const apiKey = "sandbox-key";

/** How the container's first world begins; worlds made with `client.world()` say it themselves. */
export interface FirstWorld {
  /** The name of a shipped fixture. */
  readonly fixture?: string;
  readonly seed?: string;
  /** A time with its offset, RFC 3339. */
  readonly startAt?: string;
  readonly clock?: "running" | "frozen";
}

/**
 * A sandbox in a container, for Testcontainers. Its worlds are kept in memory, the first one stands still and begins in
 * the same way every time, and webhooks are delivered to routes only, so that no test posts to a stranger.
 */
export class SaldoContainer extends GenericContainer {
  readonly #routes = new Map<string, string>();
  #tls: TestTls | undefined;

  constructor(image = "saldo") {
    super(image);
    this.withExposedPorts(insidePort);
    this.withExtraHosts([{ host: testMachine, ipAddress: "host-gateway" }]);
    this.withWaitStrategy(Wait.forHttp("/sandbox/health", insidePort));
    this.withEnvironment({ SALDO_STORE: "memory", SALDO_EGRESS: "routes", SALDO_API_KEY: apiKey });
    this.withFirstWorld({});
  }

  /** What is left out, undefined or empty is as in every test. Throws an `Error` for an unknown name. */
  withFirstWorld(first: FirstWorld): this {
    refuseUnknownOptions("withFirstWorld", first, ["fixture", "seed", "startAt", "clock"]);
    // An empty variable would be unset in the container, so the server's own defaults would apply.
    return this.withEnvironment({
      SALDO_FIXTURE: first.fixture || "default",
      SALDO_SEED: first.seed || testBeginning.seed,
      SALDO_START_AT: first.startAt || testBeginning.startAt,
      SALDO_CLOCK: first.clock || testBeginning.clock.mode,
    });
  }

  /** Whatever webhooks send to `host` is delivered to `origin`, such as `http://receiver:3000` in a network of yours. */
  withRoute(host: string, origin: string): this {
    this.#routes.set(host, origin);
    return this.withEnvironment({ SALDO_ROUTES: [...this.#routes].map((route) => route.join("=")).join(",") });
  }

  /**
   * The same for a receiver on the machine that the tests run on. It must listen on an address that containers reach, so
   * on `0.0.0.0` and not on `127.0.0.1`.
   */
  withReceiver(host: string, port: number): this {
    return this.withRoute(host, `http://${testMachine}:${port}`);
  }

  /** An OpenAPI Overlay of this machine, so that the sandbox answers as a deployment does. */
  withOverlay(file: string): this {
    const target = "/tmp/overlay.yaml";
    return this.withCopyFilesToContainer([{ source: file, target }]).withEnvironment({ SALDO_OVERLAY: target });
  }

  /** Answers over HTTPS. The files are of this machine; with `ca`, the client and the health check present `client`. */
  withTls(tls: TestTls): this {
    refuseUnknownTls("withTls", tls);
    this.#tls = tls;
    const files = [
      { source: tls.cert, name: "tls-cert.pem", variable: "SALDO_TLS_CERT" },
      { source: tls.key, name: "tls-key.pem", variable: "SALDO_TLS_KEY" },
      { source: tls.ca, name: "tls-ca.pem", variable: "SALDO_TLS_CA" },
      { source: tls.client?.cert, name: "client-cert.pem", variable: "SALDO_CLIENT_CERT" },
      { source: tls.client?.key, name: "client-key.pem", variable: "SALDO_CLIENT_KEY" },
    ].flatMap(({ source, name, variable }) =>
      source === undefined ? [] : [{ source, target: `/tmp/${name}`, variable }],
    );
    // The container's user is not the owner of the copies.
    this.withCopyFilesToContainer(files.map(({ source, target }) => ({ source, target, mode: 0o444 })));
    this.withEnvironment(Object.fromEntries(files.map(({ variable, target }) => [variable, target])));
    return this.withWaitStrategy(Wait.forHealthCheck());
  }

  override async start(): Promise<StartedSaldoContainer> {
    const tls = this.#tls;
    const fetch = tls && secureFetch(await clientTls(tls, (text) => console.error(`warning: ${text}`)));
    return new StartedSaldoContainer(await super.start(), fetch);
  }
}

/** A container that answers. */
export class StartedSaldoContainer extends AbstractStartedContainer {
  readonly url: string;
  /** The key of the first company of the first world. */
  readonly apiKey = apiKey;
  /** The first world, as that company sees it; `client.world()` makes one for a test alone. */
  readonly client: SaldoClient;

  /** `fetch`: of a container that speaks TLS. */
  constructor(container: StartedTestContainer, fetch?: (request: Request) => Promise<Response>) {
    super(container);
    const scheme = fetch === undefined ? "http" : "https";
    this.url = `${scheme}://${container.getHost()}:${container.getMappedPort(insidePort)}`;
    this.client = new SaldoClient({ url: this.url, apiKey, fetch });
  }
}
