import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("scripted-session.ts", import.meta.url));

/** The events of a scripted session, told by a process of its own. */
async function told(fixture: string, seed: string, environment: Record<string, string> = {}): Promise<string[]> {
  const options = { env: { ...process.env, ...environment }, maxBuffer: 256 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, [script, fixture, seed], options);
  return stdout.trimEnd().split("\n");
}

test("the same seed and the same commands give the same history, byte for byte, in two processes", async () => {
  const places = [
    { TZ: "Asia/Kathmandu", LANG: "ar_EG.UTF-8" },
    { TZ: "America/Los_Angeles", LANG: "C" },
  ];
  const [left, right] = await Promise.all(places.map((place) => told("busy", "42", place)));
  if (left === undefined || right === undefined) throw new Error("two processes were started");
  const differing = left.findIndex((event, i) => event !== right[i]);
  expect(differing === -1 ? null : [left[differing], right[differing]]).toBeNull();
  expect(right.length).toBe(left.length);

  const types = new Set(left.map((event) => JSON.parse(event).type));
  const lived = [
    "AutomaticWithdrawalMade",
    "SubscriptionChargePaid",
    "OtpRefused",
    "WithdrawalSettled",
    "HoldReleased",
  ];
  expect(lived.filter((type) => !types.has(type))).toEqual([]);
  expect(left.length).toBeGreaterThan(400);
});
