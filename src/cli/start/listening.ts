import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import { specialAddressKind } from "../../domain/address.ts";
import { reasonOf, UserError } from "../user-error.ts";
import { type Configuration, PUBLIC_API_KEY } from "./configuration.ts";

/** Throws `UserError` for a port that is in use, before the data folder is opened. */
export async function refuseUsedPort({ host, port }: Configuration): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen({ host, port }), "listening");
  } catch (error) {
    throw notListening(error, host, port);
  }
  await once(probe.close(), "close");
}

/** Returns the addresses that the server listens on. Throws `UserError`. */
export async function listen(server: FastifyInstance, { host, port }: Configuration): Promise<readonly AddressInfo[]> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    throw notListening(error, host, port);
  }
  return server.addresses().filter((address) => typeof address !== "string");
}

/** Returns the first address as a URL. */
export function urlOf([address]: readonly AddressInfo[], isSecure = false): string {
  if (address === undefined) throw new Error("the server listens nowhere");
  const host = address.address.includes(":") ? `[${address.address}]` : address.address;
  return `${isSecure ? "https" : "http"}://${host}:${address.port}`;
}

/** Returns a warning where other machines can reach the server without a secret; null where they cannot. */
export function exposureWarning(
  addresses: readonly AddressInfo[],
  adminToken: string | undefined,
  isKeyPublic: boolean,
  isSecure = false,
): string | null {
  if (addresses.every(({ address }) => specialAddressKind(address) === "loopback")) return null;
  const noToken = ["without an admin token", "create and delete worlds", "set SALDO_ADMIN_TOKEN"] as const;
  const publicKey = [
    `with the API key ${PUBLIC_API_KEY}, which is public`,
    "read one-time codes and move the clock",
    "begin a new world with your own SALDO_API_KEY",
  ] as const;
  const dangers = [...(adminToken === undefined ? [noToken] : []), ...(isKeyPublic ? [publicKey] : [])];
  if (dangers.length === 0) return null;
  const [lacks, powers, remedies] = [0, 1, 2].map((part) => dangers.map((danger) => danger[part]).join(" and "));
  return `other machines can reach ${urlOf(addresses, isSecure)}, ${lacks}. They can ${powers}. To prevent that, ${remedies}, or let only this machine reach it: HOST=127.0.0.1, or for a container --publish 127.0.0.1:4400:4400.`;
}

function notListening(error: unknown, host: string, port: number): UserError {
  const inUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  const hint = inUse ? "it is in use; choose another with --port or PORT" : reasonOf(error);
  return new UserError(`cannot listen on ${host}:${port}: ${hint}`, { cause: error });
}
