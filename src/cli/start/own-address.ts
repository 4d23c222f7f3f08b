import { type AddressInfo, isIPv6 } from "node:net";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import { specialAddressKind } from "../../domain/address.ts";
import { authority } from "../not-listening.ts";

type Interfaces = Readonly<Record<string, readonly Pick<NetworkInterfaceInfo, "address" | "internal">[] | undefined>>;

/**
 * Returns where the processes that share a database reach this one: the first address that it listens on, or, if it listens
 * on all of them, the first of the machine that others can reach.
 */
export function ownAddress(
  [listening]: readonly AddressInfo[],
  isSecure: boolean,
  interfaces: Interfaces = networkInterfaces(),
): string {
  if (listening === undefined) throw new Error("the server listens nowhere");
  const { address, port } = listening;
  const isAll = address === "0.0.0.0" || address === "::";
  const host = isAll ? reachableHost(address === "::", interfaces) : address;
  return `${isSecure ? "https" : "http"}://${authority(host, port)}`;
}

/** A link-local address is none: it needs the name of the other machine's interface. */
function reachableHost(takesIPv6: boolean, interfaces: Interfaces): string {
  const all = Object.values(interfaces).flatMap((list) => list ?? []);
  const others = all
    .filter(({ address, internal }) => !internal && specialAddressKind(address) !== "link-local")
    .map(({ address }) => address);
  const ofIPv4 = others.find((address) => !isIPv6(address));
  return ofIPv4 ?? (takesIPv6 ? others[0] : undefined) ?? "127.0.0.1";
}
