import { execFileSync } from "node:child_process";

/**
 * Returns the seed of all random tests, so that a commit is tested alike everywhere and an unrelated change turns nothing
 * red: 31 bits of the commit's hash. TEST_SEED overrides it: an integer, or "drawn" for one by chance.
 */
export function testSeed(given = process.env.TEST_SEED): number {
  if (given === "drawn") return Math.trunc(Math.random() * 2 ** 31);
  if (given !== undefined && given !== "") return Number(given);
  try {
    const hash = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return Number.parseInt(hash.slice(0, 8), 16) >>> 1;
  } catch {
    // An unpacked archive has no commit.
    return 20_260_302;
  }
}
