import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { reasonOf } from "../../../src/cli/user-error.ts";
import { TargetUnusable } from "../../run/target-unusable.ts";
import type { StartedTarget } from "./started-target.ts";

const run = promisify(execFile);

/** Within the container; this machine takes any free port. */
const INSIDE_PORT = 4400;

/** The name by which a container reaches this machine. */
const OUTSIDE = "host.docker.internal";

const STARTUP_TIMEOUT_MS = 60_000;

/** Starts a container for the run, whose receiver listens on all addresses. Throws `TargetUnusable` if that fails. */
export async function startContainer(image: string): Promise<StartedTarget> {
  const network = ["--publish", `127.0.0.1::${INSIDE_PORT}`, "--add-host", `${OUTSIDE}:host-gateway`];
  const settings = ["--env", "SALDO_EGRESS=routes", "--env", "SALDO_STORE=memory", "--env", "HOST=0.0.0.0"];
  const id = (await docker("run", "--detach", "--rm", ...network, ...settings, image)).trim();
  const end = async () => void (await docker("rm", "--force", "--volumes", id).catch(() => {}));
  try {
    const [published = ""] = (await docker("port", id, String(INSIDE_PORT))).split("\n");
    const url = `http://127.0.0.1:${published.split(":").at(-1)}`;
    await answers(url, image);
    return { place: "container", url, receiver: { host: "0.0.0.0", name: OUTSIDE }, [Symbol.asyncDispose]: end };
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
  for (const end = Date.now() + STARTUP_TIMEOUT_MS; Date.now() < end; await sleep(100)) {
    const answer = await fetch(`${url}/sandbox/health`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new TargetUnusable(
    `a container of ${image} did not answer as a sandbox within ${STARTUP_TIMEOUT_MS / 1_000} s`,
  );
}
