import { X509Certificate } from "node:crypto";
import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import https from "node:https";
import type { Peer } from "../../engine/unavailable.ts";
import { http } from "../../outbound/node-http.ts";
import type { KeyPair } from "../security/tls-files.ts";
import { requestHeaders } from "./hop.ts";

/** How often it is looked whether the processes live to which something was passed on: one that is stopped is just silent. */
const LOOK_MS = 250;

/** How long a request waits in the other process: that one does not know when this one stops. */
const WAIT = /([?&]wait=)[^&#]*/;

/** What came of a request: a response that has begun, or none. `unsent`: the process has got no byte of it. */
export type Reached = IncomingMessage | "unsent" | "broken";

interface UnderWay {
  readonly raw: IncomingMessage;
  readonly peer: Peer;
  /** Whether the response has. */
  hasBegun: boolean;
}

/** The requests of this process to others. */
export class PeerRequests {
  readonly #peers: () => readonly Peer[];
  readonly #agent: Agent;
  readonly #protocol: typeof http | typeof https;
  readonly #underWay = new Map<ClientRequest, UnderWay>();
  readonly #looking: NodeJS.Timeout;

  /** `tls`: what this process serves; null for plain HTTP. Its peers must serve the same certificate. */
  constructor(peers: () => readonly Peer[], tls: KeyPair | null) {
    this.#peers = peers;
    this.#protocol = tls === null ? http : https;
    this.#agent = tls === null ? new http.Agent({ keepAlive: true }) : new https.Agent(trusting(tls));
    this.#looking = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /** Sends a request of a client to a peer. The request ends with the client's connection, or with the peer. */
  async send(raw: IncomingMessage, body: Buffer, peer: Peer, client: ServerResponse): Promise<Reached> {
    const { promise, resolve } = Promise.withResolvers<Reached>();
    const { hostname, port } = new URL(peer.address);
    const out = this.#protocol.request({
      host: hostname.replace(/^\[|\]$/g, ""),
      port,
      method: raw.method,
      path: raw.url,
      headers: requestHeaders(raw, peer.token),
      agent: this.#agent,
    });
    let isConnected = false;
    out.once("socket", (socket) => {
      if (!socket.connecting) isConnected = true;
      else socket.once(this.#protocol === https ? "secureConnect" : "connect", () => (isConnected = true));
    });
    const leave = () => out.destroy();
    client.once("close", leave);
    out.once("response", (response) => {
      pass.hasBegun = true;
      resolve(response);
    });
    out.on("error", () => resolve(isConnected ? "broken" : "unsent"));
    out.once("close", () => {
      client.off("close", leave);
      this.#underWay.delete(out);
      resolve("broken");
    });
    const pass: UnderWay = { raw, peer, hasBegun: false };
    this.#underWay.set(out, pass);
    out.end(body);
    return promise;
  }

  /** Breaks off what goes to processes that are no longer there. */
  #look(): void {
    if (this.#underWay.size === 0) return;
    const peers = this.#peers();
    for (const [out, { peer }] of this.#underWay) {
      if (peers.some(({ token }) => token === peer.token)) continue;
      out.destroy(new Error("the process to which this was passed on has ended"));
    }
  }

  /** Breaks off the reads that still wait for something. Sent again, they wait no longer. */
  endWaits(): void {
    for (const [out, { raw, hasBegun }] of this.#underWay) {
      if (hasBegun || raw.url === undefined || !WAIT.test(raw.url)) continue;
      raw.url = raw.url.replace(WAIT, "$1PT0S");
      out.destroy();
    }
  }

  close(): void {
    clearInterval(this.#looking);
    this.#agent.destroy();
  }
}

/** The address of a peer need not be in the certificate: it must be this very one. */
function trusting({ cert }: KeyPair): https.AgentOptions {
  const own = new X509Certificate(cert).fingerprint256;
  return {
    keepAlive: true,
    ca: cert,
    // The issuer of the certificate may be unknown here.
    allowPartialTrustChain: true,
    checkServerIdentity: (host, { fingerprint256 }) =>
      fingerprint256 === own ? undefined : new Error(`${host} serves another TLS certificate than this process`),
  };
}
