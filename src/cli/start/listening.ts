import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import { specialAddressKind } from "../../domain/address.ts";
import { reasonOf, StartRefused } from "../start-refused.ts";
import { type Configuration, PUBLIC_API_KEY } from "./configuration.ts";

/** A port that is in use is told before the data folder is opened, because worlds that are opened go on. Throws `StartRefused`. */
export async function refuseUsedPort({ host, port }: Configuration): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen({ host, port }), "listening");
  } catch (error) {
    throw notListening(error, host, port);
  }
  await once(probe.close(), "close");
}

/** Returns the addresses that the server listens on. Throws `StartRefused`. */
export async function listen(server: FastifyInstance, { host, port }: Configuration): Promise<readonly AddressInfo[]> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    throw notListening(error, host, port);
  }
  return server.addresses().filter((address) => typeof address !== "string");
}

/** The first address, as requests are sent to it. */
export function urlOf([address]: readonly AddressInfo[]): string {
  if (address === undefined) throw new Error("the server listens nowhere");
  const host = address.address.includes(":") ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

/** Returns what somebody should know whose server others can reach; null if nobody can, or not without a secret. */
export function exposureWarning(
  addresses: readonly AddressInfo[],
  adminToken: string | undefined,
  isKeyPublic: boolean,
): string | null {
  if (addresses.every(({ address }) => specialAddressKind(address) === "loopback")) return null;
  const hasToken = adminToken !== undefined;
  if (hasToken && !isKeyPublic) return null;
  const dangers = [
    !hasToken && {
      lack: "without an admin token",
      powers: ["create and delete worlds"],
      remedy: "Set SALDO_ADMIN_TOKEN",
    },
    isKeyPublic && {
      lack: `with the API key ${PUBLIC_API_KEY}, which is public`,
      powers: ["read one-time codes", "move the clock"],
      remedy: `${hasToken ? "B" : "b"}egin a new world with your own SALDO_API_KEY`,
    },
  ].filter((danger) => danger !== false);
  const listed = (part: "lack" | "remedy") => dangers.map((danger) => danger[part]).join(" and ");
  const powers = new Intl.ListFormat("en").format(dangers.flatMap((danger) => danger.powers));
  return `other machines can reach ${urlOf(addresses)}, ${listed("lack")}. They can ${powers}. ${listed("remedy")}, or let only this machine reach it: HOST=127.0.0.1, or for a container --publish 127.0.0.1:4400:4400.`;
}

function notListening(error: unknown, host: string, port: number): StartRefused {
  const inUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  const hint = inUse ? "it is in use; choose another with --port or PORT" : reasonOf(error);
  return new StartRefused(`cannot listen on ${host}:${port}: ${hint}`, { cause: error });
}
