import { expect } from "vitest";
import type { SaldoClient } from "../../src/client/saldo-client.ts";

/** The position of the sandbox's world: it grows with everything that happens. */
export async function positionOf(sandbox: SaldoClient): Promise<unknown> {
  return (await sandbox.ask("GET", "/sandbox/world")).at("position");
}

/** Expects that attempts leave the world as it was, and the server answering. */
export async function expectUnchanged(sandbox: SaldoClient, attempts: () => Promise<void>): Promise<void> {
  const before = await positionOf(sandbox);
  await attempts();
  expect(await positionOf(sandbox)).toBe(before);
  expect((await sandbox.as(null)("GET", "/sandbox/health")).status).toBe(200);
}
