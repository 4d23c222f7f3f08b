import https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { unansweredReason } from "../../client/unanswered-reason.ts";
import { http } from "../../outbound/node-http.ts";
import type { SandboxWay } from "../sandbox-way.ts";
import { reasonOf } from "../user-error.ts";
import { wayOut } from "../verbs/sandbox-problem.ts";

/** Docker gives up a health check after a few seconds. */
const TIMEOUT_MS = 3_000;
const PAUSE_MS = 100;
const MAX_CHARACTERS = 10_000;
const OTHER_ADDRESS = "give the sandbox's own address with --url";

/** Whether a sandbox is healthy, and a line that says so. */
export interface Health {
  readonly isHealthy: boolean;
  readonly line: string;
}

export async function healthOf({ url, tls }: SandboxWay, withinMs = TIMEOUT_MS): Promise<Health> {
  try {
    const version = await versionAt({ url, tls }, withinMs);
    return { isHealthy: true, line: `${url} is healthy, version ${version}` };
  } catch (error) {
    return { isHealthy: false, line: `error: ${url} is not healthy: ${reasonOf(error)}` };
  }
}

/** Returns the version of the sandbox at an address. Throws what is wrong with it. */
export async function versionAt({ url, tls }: SandboxWay, withinMs = TIMEOUT_MS): Promise<string> {
  return versionIn(await get(`${url}/sandbox/health`, tls, withinMs));
}

/** Asks until the sandbox is healthy or this time is over. */
export async function healthWithin(way: SandboxWay, waitMs: number): Promise<Health> {
  const end = performance.now() + waitMs;
  for (;;) {
    const leftMs = end - performance.now();
    const health = await healthOf(way, leftMs > 0 ? Math.min(leftMs, TIMEOUT_MS) : TIMEOUT_MS);
    if (health.isHealthy || performance.now() >= end) return health;
    await sleep(PAUSE_MS);
  }
}

/** Uses the plain client, because fetch takes as long to load as the rest of this command. */
function get(url: string, tls: SandboxWay["tls"], withinMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const client = url.startsWith("https:") ? https : http;
    const signal = AbortSignal.timeout(withinMs);
    const request = client.get(url, { ...tls, agent: false, signal }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        if (text.length > MAX_CHARACTERS) request.destroy(new Error("it answers as no sandbox does"));
      });
      response.on("error", reject).on("end", () => {
        if (response.statusCode === 200) resolve(text);
        else if (response.statusCode === 404) reject(new Error(`it answers with status 404; ${OTHER_ADDRESS}`));
        else reject(new Error(`it answers with status ${response.statusCode}`));
      });
    });
    request.on("error", (error) => {
      reject(signal.aborted ? new Error(`it does not answer within ${withinMs / 1_000} s`) : told(error, url));
    });
  });
}

/** OpenSSL's own words take a line and name no option. */
function told(error: NodeJS.ErrnoException, url: string): Error {
  if (error.code !== "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED") {
    return new Error(`${unansweredReason(url, error)}${wayOut(error, OTHER_ADDRESS)}`);
  }
  return new Error(
    "it asks for a client certificate; give --client-cert (SALDO_CLIENT_CERT) and --client-key (SALDO_CLIENT_KEY)",
  );
}

function versionIn(text: string): string {
  const [, version] = /^\{"status":"ok","version":"([^"]+)"\}$/.exec(text) ?? [];
  if (version === undefined) throw new Error("it answers as no sandbox does");
  return version;
}
