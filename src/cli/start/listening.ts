import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import { specialAddressKind } from "../../domain/address.ts";
import { PUBLIC_API_KEY } from "../../engine/api-key.ts";
import { versionAt } from "../health/health.ts";
import { authority, notListening } from "../not-listening.ts";
import type { Configuration, Given } from "./configuration.ts";

/** A sandbox on this machine answers within milliseconds; another server may never do. */
const PROBE_MS = 500;

/** Throws `UserError` for a port that is in use, before the data folder is opened. */
export async function refuseUsedPort(configuration: Configuration, given: Given): Promise<void> {
  const probe = createServer();
  await orCannotListen((place) => once(probe.listen(place), "listening"), configuration, given);
  await once(probe.close(), "close");
}

/** Returns the addresses that the server listens on. Throws `UserError`. */
export async function listen(
  server: FastifyInstance,
  configuration: Configuration,
  given: Given,
): Promise<readonly AddressInfo[]> {
  await orCannotListen((place) => server.listen(place), configuration, given);
  return server.addresses().filter((address) => typeof address !== "string");
}

/** Returns the first address as a URL. */
export function urlOf([address]: readonly AddressInfo[], isSecure = false): string {
  if (address === undefined) throw new Error("the server listens nowhere");
  return `${isSecure ? "https" : "http"}://${authority(address.address, address.port)}`;
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

async function orCannotListen(
  listenAt: (place: { readonly host: string; readonly port: number }) => Promise<unknown>,
  { host, port }: Configuration,
  given: Given,
): Promise<void> {
  const isHostOfShell = given.get("host")?.isFlag === false;
  const place = { host, port, hostNames: "--host or HOST", portNames: "--port or PORT", isHostOfShell };
  await listenAt({ host, port }).catch(async (error: unknown) => {
    const isUsed = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    throw notListening(error, place, isUsed ? await userOf(host, port) : "");
  });
}

/** Returns what messages say of the sandbox that has this port; an empty text if another program has it. */
async function userOf(host: string, port: number): Promise<string> {
  const reachable = new Map([
    ["0.0.0.0", "127.0.0.1"],
    ["::", "::1"],
  ]);
  const at = authority(reachable.get(host) ?? host, port);
  const ways = [
    { url: `http://${at}`, tls: undefined },
    // Only its name is asked for, so nothing depends on who has signed its certificate.
    { url: `https://${at}`, tls: { rejectUnauthorized: false } },
  ];
  for (const way of ways) {
    const version = await versionAt(way, PROBE_MS).catch(() => null);
    if (version !== null) return ` by Saldo ${version}, which answers at ${way.url}`;
  }
  return "";
}
