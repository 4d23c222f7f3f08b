import { BlockList } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainAddress, specialAddressKind } from "./address.ts";

/** Every special block: its kind, and the kinds of the address right before and right after it (null: public). */
const blocks: readonly (readonly [block: string, kind: string, before: string | null, after: string | null])[] = [
  ["0.0.0.0/32", "unspecified", null, "this-network"],
  ["0.0.0.0/8", "unspecified", null, null],
  ["10.0.0.0/8", "private", null, null],
  ["100.64.0.0/10", "shared carrier", null, null],
  ["127.0.0.0/8", "loopback", null, null],
  ["168.63.129.16/32", "cloud platform", null, null],
  ["169.254.0.0/16", "link-local", null, null],
  ["172.16.0.0/12", "private", null, null],
  ["192.0.0.0/24", "protocol assignment", null, null],
  ["192.0.2.0/24", "documentation", null, null],
  ["192.31.196.0/24", "AS112", null, null],
  ["192.52.193.0/24", "multicast tunnelling", null, null],
  ["192.88.99.0/24", "6to4", null, null],
  ["192.168.0.0/16", "private", null, null],
  ["192.175.48.0/24", "AS112", null, null],
  ["198.18.0.0/15", "benchmarking", null, null],
  ["198.51.100.0/24", "documentation", null, null],
  ["203.0.113.0/24", "documentation", null, null],
  ["224.0.0.0/4", "multicast", null, "reserved"],
  ["240.0.0.0/4", "reserved", "multicast", null],
  ["255.255.255.255/32", "broadcast", "reserved", null],
  ["::/128", "unspecified", null, "loopback"],
  ["::1/128", "loopback", "unspecified", "IPv4-compatible"],
  ["::2/127", "IPv4-compatible", "loopback", "IPv4-compatible"],
  ["::/96", "unspecified", null, "unassigned"],
  ["::ffff:0:0:0/96", "IPv4-translated", "unassigned", "unassigned"],
  ["64:ff9b::/96", "NAT64", "unassigned", "unassigned"],
  ["64:ff9b:1::/48", "NAT64", "unassigned", "unassigned"],
  ["100::/64", "discard-only", "unassigned", "dummy"],
  ["100:0:0:1::/64", "dummy", "discard-only", "unassigned"],
  ["2001::/32", "Teredo", null, "protocol assignment"],
  ["2001:2::/48", "benchmarking", "protocol assignment", "protocol assignment"],
  ["2001:3::/32", "multicast tunnelling", "protocol assignment", "protocol assignment"],
  ["2001:4:112::/48", "AS112", "protocol assignment", "protocol assignment"],
  ["2001:10::/28", "ORCHID", "protocol assignment", "ORCHID"],
  ["2001:20::/28", "ORCHID", "ORCHID", "protocol assignment"],
  ["2001::/23", "Teredo", null, null],
  ["2001:db8::/32", "documentation", null, null],
  ["2002::/16", "6to4", null, null],
  ["2620:4f:8000::/48", "AS112", null, null],
  ["3fff::/20", "documentation", null, null],
  ["5f00::/16", "segment routing", "unassigned", "unassigned"],
  ["fc00::/7", "unique-local", "unassigned", "unassigned"],
  ["fe80::/10", "link-local", "unassigned", "site-local"],
  ["fec0::/10", "site-local", "link-local", "multicast"],
  ["ff00::/8", "multicast", "site-local", null],
  ["4000::/2", "unassigned", null, "unassigned"],
];

/** The blocks whose last address is of another kind than the first, because smaller blocks are within them. */
const kindOfLast: Record<string, string> = {
  "0.0.0.0/8": "this-network",
  "240.0.0.0/4": "broadcast",
  "::/96": "IPv4-compatible",
  "2001::/23": "protocol assignment",
};

describe("the kind of an address", () => {
  it.each(blocks)("%s is %s, from its first address to its last, and no further", (block, kind, before, after) => {
    const { first, last, isIPv6 } = bounds(block);
    const top = isIPv6 ? 2n ** 128n : 2n ** 32n;
    expect(specialAddressKind(textOf(first, isIPv6))).toBe(kind);
    expect(specialAddressKind(textOf(last, isIPv6))).toBe(kindOfLast[block] ?? kind);
    if (first > 0n) expect(specialAddressKind(textOf(first - 1n, isIPv6))).toBe(before);
    if (last + 1n < top) expect(specialAddressKind(textOf(last + 1n, isIPv6))).toBe(after);
  });

  it.each([
    { address: "::8.8.8.8", kind: "IPv4-compatible", why: "not to be taken for IPv4-mapped" },
    { address: "64:ff9b::8.8.8.8", kind: "NAT64", why: "a public host within" },
    { address: "::ffff:0a00:0001", kind: "private", why: "10.0.0.1, IPv4-mapped" },
    { address: "fe80::1%eth0", kind: "link-local", why: "with a zone id" },
    { address: "fe80::1%br-lan.10", kind: "link-local", why: "with a zone id of many characters" },
    { address: "::1%", kind: "loopback", why: "with an empty zone id" },
    { address: "0xa.1", kind: "private", why: "10.0.0.1 spelled otherwise" },
  ])("of $address is $kind: $why", ({ address, kind }) => {
    expect(specialAddressKind(address)).toBe(kind);
  });

  it.each([
    ...["", "localhost", "dead.beef", "1.2.3.4.5", "256.1.1.1", "8.8.8.8/", "8.8.8.8:80", "8.8.8.8%eth0"],
    ...["[::1]", "2606::1]/[", "2606::1::1", "::ffff:010.0.0.1", "2606::1@", ":", "%", "%::1"],
  ])("of %j cannot be told", (address) => {
    expect(specialAddressKind(address)).toBe("unreadable");
    expect(plainAddress(address)).toBeNull();
  });
});

it.each([
  { address: "0xa000001", is: "10.0.0.1" },
  { address: "012.1", is: "10.0.0.1" },
  { address: "::FFFF:a00:1", is: "10.0.0.1" },
  { address: "::ffff:10.0.0.1%2", is: "10.0.0.1" },
  { address: "::10.0.0.1", is: "::a00:1" },
  { address: "2606:4700:0:0:0:0:0:1111", is: "2606:4700::1111" },
  { address: "fe80::1%eth0", is: "fe80::1" },
])("the address $address is understood as $is", ({ address, is }) => {
  expect(plainAddress(address)).toBe(is);
});

describe("of all addresses", () => {
  // Two lists, because one would find every IPv4 address, as an IPv4-mapped one, within ::/3.
  const refused = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const block of [...blocks.map(([text]) => text), "::/3", "4000::/2", "8000::/1"]) {
    const [address, prefix, type] = subnet(block);
    refused[type].addSubnet(address, prefix, type);
  }

  const unicast = fc.bigInt({ min: 2n ** 125n, max: 2n ** 126n - 1n });
  it.each([
    { type: "ipv4", numbers: fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }), near(false)) },
    { type: "ipv6", numbers: fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), unicast, near(true)) },
  ] as const)("exactly those in no block are public: $type", ({ type, numbers }) => {
    const check = (number: bigint) => {
      fc.pre(type === "ipv4" || number >> 32n !== 0xffffn);
      const text = textOf(number, type === "ipv6");
      expect(specialAddressKind(text) !== null).toBe(refused[type].check(text, type));
    };
    fc.assert(fc.property(numbers, check), { numRuns: 2_000 });
  });

  it("an IPv4-mapped one is what its IPv4 address is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }), near(false)), (number) => {
        const kind = specialAddressKind(textOf(number, false));
        expect(specialAddressKind(`::ffff:${textOf(number, false)}`)).toBe(kind);
        expect(specialAddressKind(textOf((0xffffn << 32n) | number, true))).toBe(kind);
      }),
    );
  });

  it("no text makes the question fail", () => {
    const likely = fc.string({ unit: fc.constantFrom(..."0123456789abfxFX.:%[]/-@ "), maxLength: 50 });
    fc.assert(
      fc.property(fc.oneof(fc.string(), likely), (text) => {
        expect(specialAddressKind(text) === "unreadable").toBe(plainAddress(text) === null);
      }),
      { numRuns: 5_000 },
    );
  });
});

/** Addresses within the blocks of one version, at their ends and right beside them. */
function near(isIPv6: boolean): fc.Arbitrary<bigint> {
  const top = isIPv6 ? 2n ** 128n : 2n ** 32n;
  return fc
    .constantFrom(...blocks.map(([block]) => bounds(block)).filter((each) => each.isIPv6 === isIPv6))
    .chain(({ first, last }) =>
      fc.oneof(fc.bigInt({ min: first, max: last }), fc.constantFrom(first - 1n, first, last, last + 1n)),
    )
    .filter((number) => number >= 0n && number < top);
}

function bounds(block: string): { first: bigint; last: bigint; isIPv6: boolean } {
  const [address, prefix, type] = subnet(block);
  const isIPv6 = type === "ipv6";
  const first = isIPv6 ? numberOfIPv6(address) : numberOf(address.split(".").map(BigInt), 8n);
  return { first, last: first + 2n ** BigInt((isIPv6 ? 128 : 32) - prefix) - 1n, isIPv6 };
}

function subnet(block: string): [address: string, prefix: number, type: "ipv4" | "ipv6"] {
  const [address = "", prefix = ""] = block.split("/");
  return [address, Number(prefix), address.includes(":") ? "ipv6" : "ipv4"];
}

function numberOfIPv6(address: string): bigint {
  const [head, tail] = address.split("::").map((half) => half.split(":").filter((group) => group !== ""));
  const [before = [], after = []] = [head, tail];
  const zeroes = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const groups = [...before, ...zeroes, ...after].map((group) => BigInt(`0x${group}`));
  return numberOf(groups, 16n);
}

function numberOf(parts: readonly bigint[], bits: bigint): bigint {
  return parts.reduce((number, part) => (number << bits) | part, 0n);
}

function textOf(number: bigint, isIPv6: boolean): string {
  const [count, bits, radix] = isIPv6 ? [8, 16n, 16] : [4, 8n, 10];
  const parts = Array.from(
    { length: count },
    (_, index) => (number >> (BigInt(count - 1 - index) * bits)) % 2n ** bits,
  );
  return parts.map((part) => part.toString(radix)).join(isIPv6 ? ":" : ".");
}
