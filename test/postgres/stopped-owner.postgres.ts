import { describe, expect, inject, test } from "vitest";
import { type Owned, Owners } from "./owners.ts";
import { type Replica, Replicas } from "./replicas.ts";

const READS = 20;

/** Two replicas, one of which owns the first world. */
async function owned(stack: AsyncDisposableStack): Promise<Owned> {
  const replicas = stack.use(await Replicas.start(inject("databaseUrl"), ["--clock", "frozen"], 2));
  return new Owners(inject("databaseUrl"), replicas).ofFirst();
}

/** Changes the world through a replica until it says so: until it has taken the world from its owner. */
async function changed({ ask }: Replica): Promise<number> {
  const before = await ask("GET", "/account-balance");
  while ((await ask("POST", "/sandbox/charges", { total: 100, paid: true })).status !== 201);
  let after = await ask("GET", "/account-balance");
  while (after.status !== 200) after = await ask("GET", "/account-balance");
  const balance = Number(after.at("data.balance"));
  if (before.status === 200) expect(balance).toBeGreaterThan(Number(before.at("data.balance")));
  return balance;
}

/** Reads at an owner whose world another one has, while its line to the database is held, and then lets the line go on. */
async function expectNothingOld(owner: Replica, balance: number, goOn = () => {}): Promise<void> {
  const reads = Array.from({ length: READS }, () => owner.ask("GET", "/account-balance"));
  goOn();
  // Its turn comes after that of the reads, which wait for longer.
  for (let i = 0; i < READS; i += 1) await owner.ask("GET", "/sandbox/health");
  owner.database.calm();
  for (const answer of await Promise.all(reads)) {
    expect([balance, undefined], JSON.stringify(answer.body)).toContain(answer.at("data.balance"));
    expect([200, 503]).toContain(answer.status);
  }
  expect(await changed(owner)).toBeGreaterThan(balance);
}

describe("an owner whose lease has ended tells nothing old", () => {
  test.concurrent("when it goes on after it stood still, though its renewal has no answer yet", async () => {
    await using stack = new AsyncDisposableStack();
    const { owner, other } = await owned(stack);
    owner.process.child.kill("SIGSTOP");
    const balance = await changed(other);
    // It cannot learn from the database that another one has its world: only its clocks can tell it.
    owner.database.disturb("held");
    await expectNothingOld(owner, balance, () => owner.process.child.kill("SIGCONT"));
  });

  test.concurrent.each(["held", "lost", "answers lost"] as const)(
    "while its line to the database is disturbed: %s",
    async (trouble) => {
      await using stack = new AsyncDisposableStack();
      const { owner, other } = await owned(stack);
      owner.database.disturb(trouble);
      const balance = await changed(other);
      await expectNothingOld(owner, balance);
    },
  );
});
