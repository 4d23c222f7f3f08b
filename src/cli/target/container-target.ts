import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { TargetUnusable } from "../../../contracts/probe.ts";
import { reasonOf } from "../user-error.ts";
import type { StartedTarget } from "./started-target.ts";

const run = promisify(execFile);

/** Inside; outside it is whatever port is free. */
const insidePort = 4400;

/** The name under which a container finds the machine that it runs on. */
const outside = "host.docker.internal";

/** An image that has not begun to answer by then will not. */
const startMs = 60_000;

/**
 * A container of an image of Saldo, for the run only. It posts to routes only, and the receiver of webhooks listens on
 * all addresses of this machine, because the container is another one.
 * @throws TargetUnusable when Docker, the image or what is in it does not work.
 */
export async function startContainer(image: string): Promise<StartedTarget> {
  const network = ["--publish", `127.0.0.1::${insidePort}`, "--add-host", `${outside}:host-gateway`];
  const settings = ["--env", "SALDO_EGRESS=routes", "--env", "SALDO_STORE=memory", "--env", "HOST=0.0.0.0"];
  const id = (await docker("run", "--detach", "--rm", ...network, ...settings, image)).trim();
  const end = async () => void (await docker("rm", "--force", "--volumes", id).catch(() => {}));
  try {
    const [published = ""] = (await docker("port", id, String(insidePort))).split("\n");
    const url = `http://127.0.0.1:${published.split(":").at(-1)}`;
    await answers(url, image);
    return { place: "container", url, receiverHost: "0.0.0.0", receiverName: outside, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function docker(...args: readonly string[]): Promise<string> {
  try {
    return (await run("docker", args)).stdout;
  } catch (error) {
    throw new TargetUnusable(`docker ${args[0]} does not work: ${reasonOf(error).trim()}`, { cause: error });
  }
}

async function answers(url: string, image: string): Promise<void> {
  for (const end = Date.now() + startMs; Date.now() < end; await sleep(100)) {
    const answer = await fetch(`${url}/sandbox/health`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new TargetUnusable(`a container of ${image} did not answer as a sandbox within ${startMs / 1_000} s`);
}
