import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { ownAddress } from "./own-address.ts";

const at = (address: string): AddressInfo[] => [{ address, port: 4400, family: "" }];
const loopback = { address: "127.0.0.1", internal: true };
const linkLocal = { address: "fe80::1", internal: false };
const v6 = { address: "2001:4860::7", internal: false };
const v4 = { address: "10.0.0.7", internal: false };

test.each([
  ["127.0.0.1", [loopback, v4], "http://127.0.0.1:4400"],
  ["::1", [loopback, v4], "http://[::1]:4400"],
  ["0.0.0.0", [loopback, linkLocal, v6, v4], "http://10.0.0.7:4400"],
  ["::", [loopback, linkLocal, v6, v4], "http://10.0.0.7:4400"],
  ["::", [loopback, linkLocal, v6], "http://[2001:4860::7]:4400"],
  ["0.0.0.0", [loopback, linkLocal, v6], "http://127.0.0.1:4400"],
])("a process that listens on %s is reached where others can reach the machine: %#", (listening, found, address) => {
  expect(ownAddress(at(listening), false, { lo: [], eth0: found })).toBe(address);
});

test("with TLS it is reached over https", () => {
  expect(ownAddress(at("10.0.0.7"), true)).toBe("https://10.0.0.7:4400");
});
