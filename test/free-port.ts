import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Linux, macOS and Windows choose ports above these by themselves. */
const FIRST_PORT = 10_240;
const END_OF_PORTS = 32_768;

/**
 * A port that no process listens on, for what must know it before it listens. A process that lets the system choose a
 * port never gets this one.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(FIRST_PORT, END_OF_PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error("no port is free");
}

/** Starts something at a free port, and again at another one when a program of others has taken it first. */
export async function atFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (tries === 5 || !/in use/i.test(String(error))) throw error;
    }
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
