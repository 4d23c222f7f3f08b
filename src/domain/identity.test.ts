import { describe, expect, it } from "vitest";
import { deriveAlphanumerics, deriveDigits, deriveId, idKinds } from "./identity.ts";

const thousands = Array.from({ length: 20_000 }, (_, i) => i);

describe("a derived identifier", () => {
  it("is the same for the same seed, kind, epoch and counter, in any process and for ever", () => {
    expect(deriveId("seed", "withdrawal", 0, 1)).toBe(deriveId("seed", "withdrawal", 0, 1));
    expect(deriveId("seed", "withdrawal", 0, 1)).toBe("wdr_1193f67b078cb96edbe6109b");
  });

  it("says its kind and has one form", () => {
    for (const kind of idKinds) expect(deriveId("seed", kind, 0, 1)).toMatch(/^[a-z]{3}_[0-9a-f]{24}$/);
    expect(new Set(idKinds.map((kind) => deriveId("seed", kind, 0, 1).slice(0, 3))).size).toBe(idKinds.length);
  });

  it("differs by seed, by kind, by epoch and by counter", () => {
    const digests = [
      deriveId("seed", "charge", 0, 1),
      deriveId("seeds", "charge", 0, 1),
      deriveId("seed", "withdrawal", 0, 1),
      deriveId("seed", "charge", 1, 1),
      deriveId("seed", "charge", 0, 2),
      deriveId("seed", "charge", 11, 1),
      deriveId("seed", "charge", 1, 11),
    ].map((id) => id.slice(4));
    expect(new Set(digests).size).toBe(digests.length);
  });
});

describe("derived digits", () => {
  const codes = thousands.map((i) => deriveDigits(6, "seed", "otp", `wdr_${i}`, 1));

  it("are six, with leading zeros", () => {
    expect(codes.filter((code) => !/^[0-9]{6}$/.test(code))).toEqual([]);
    expect(codes.some((code) => code.startsWith("0"))).toBe(true);
  });

  it("show every digit about equally often at every place", () => {
    const expected = codes.length / 10;
    for (const place of [0, 1, 2, 3, 4, 5]) {
      for (const digit of "0123456789") {
        const count = codes.filter((code) => code[place] === digit).length;
        expect(Math.abs(count - expected) / expected).toBeLessThan(0.12);
      }
    }
  });
});

it("derived letters and digits are as many as asked for, determined by their subject", () => {
  expect(deriveAlphanumerics(11, "seed", "endToEndId", "wdr_1")).toMatch(/^[0-9A-Za-z]{11}$/);
  expect(deriveAlphanumerics(11, "seed", "x", "1")).toBe(deriveAlphanumerics(11, "seed", "x", "1"));
  expect(deriveAlphanumerics(11, "seed", "x", "1")).not.toBe(deriveAlphanumerics(11, "seed", "x", "2"));
});
