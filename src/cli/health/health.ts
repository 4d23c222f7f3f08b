import http from "node:http";
import https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { reasonOf } from "../start-refused.ts";

/** Whoever asks this in a container gives up himself after a few seconds. */
const usualMs = 3_000;
/** Between two questions, where there is time for more than one. */
const pauseMs = 100;
const mostBytes = 10_000;

/** How a sandbox is, in a line. */
export interface Health {
  readonly isWell: boolean;
  readonly line: string;
}

export async function healthOf(url: string, withinMs = usualMs): Promise<Health> {
  try {
    const version = await versionAt(url, withinMs);
    return { isWell: true, line: `${url} is healthy, version ${version}` };
  } catch (error) {
    return { isWell: false, line: `error: ${url} is not healthy: ${reasonOf(error)}` };
  }
}

/** Returns the version of the sandbox at an address. Throws what is wrong with it. */
export async function versionAt(url: string, withinMs = usualMs): Promise<string> {
  return versionIn(await get(`${url}/sandbox/health`, withinMs));
}

/** The same, and while it is not well it is asked again until this time is over. */
export async function healthWithin(url: string, waitMs: number): Promise<Health> {
  const end = performance.now() + waitMs;
  for (;;) {
    const leftMs = end - performance.now();
    const health = await healthOf(url, leftMs > 0 ? Math.min(leftMs, usualMs) : usualMs);
    if (health.isWell || performance.now() >= end) return health;
    await sleep(pauseMs);
  }
}

/** With the plain client: the one behind fetch takes as long to load as all the rest of this command. */
function get(url: string, withinMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const client = url.startsWith("https:") ? https : http;
    const signal = AbortSignal.timeout(withinMs);
    const request = client.get(url, { agent: false, signal }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        if (text.length > mostBytes) request.destroy(new Error("it answers as no sandbox does"));
      });
      response.on("error", reject).on("end", () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`it answers with status ${response.statusCode}`));
      });
    });
    request.on("error", (error) => {
      reject(signal.aborted ? new Error(`it does not answer within ${withinMs / 1_000} s`) : error);
    });
  });
}

function versionIn(text: string): string {
  const [, version] = /^\{"status":"ok","version":"([^"]+)"\}$/.exec(text) ?? [];
  if (version === undefined) throw new Error("it answers as no sandbox does");
  return version;
}
