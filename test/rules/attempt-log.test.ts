import { describe, expect, it } from "vitest";
import { FailingStore } from "../../src/engine/testing/failing-store.ts";
import type { RecordedAttempt } from "../../src/engine/world/recorded-attempt.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { MemoryStore } from "../../src/store/memory-store.ts";
import { sandboxOfTests } from "../sandbox-of-tests.ts";
import { hookHost, hookUrl } from "./account.ts";
import { HookedSandbox, startCheckedSandbox } from "./checked-sandbox.ts";

const all: RecordedAttempt[] = [];
const shared = await sandboxOfTests({ onAttempt: (attempt) => void all.push(attempt) });

/** A world whose webhooks fail, or do not, and what is told of their attempts. */
async function listening(...behaviours: (number | "silent")[]) {
  const [world, receiver] = await Promise.all([shared.world(), startReceiver(behaviours)]);
  const sandbox = new HookedSandbox(world, receiver);
  const { account, worldId } = sandbox;
  await sandbox.routes.set({ [hookHost]: receiver.url });
  const { webhookId } = await account.webhook(["charge.paid"]);
  const ofWebhook = { worldId, webhookId, event: "charge.paid", url: hookUrl, maxAttempts: 5 };
  const told = () => all.filter((attempt) => attempt.worldId === worldId);
  return { sandbox, told, webhookId, ofWebhook };
}

describe("of attempts it is not told", () => {
  it("when a world goes back, nor what was abandoned then", async () => {
    const { sandbox, told } = await listening(500, "silent");
    await using _ = sandbox;
    await sandbox.account.charge({ total: 1_000, paid: true });
    await sandbox.account.quiet();
    const position = await sandbox.account.position();
    await sandbox.account.charge({ total: 2_000, paid: true });
    await sandbox.receiver.reached(2);
    expect(told()).toHaveLength(1);
    await sandbox.account.rewind({ position, deliveries: "cancel" });
    await sandbox.account.reset({ deliveries: "cancel" });
    await sandbox.account.advance({ by: "P1D" });
    expect(told()).toHaveLength(1);
  });

  it("when its end could not be kept; then it is made, and told, again", async () => {
    const store = new FailingStore(new MemoryStore());
    const attempts: RecordedAttempt[] = [];
    const trouble = Promise.withResolvers<void>();
    await using receiver = await startReceiver((_request, respond) => {
      if (receiver.requests.length === 1) store.breakDown();
      respond(500);
    });
    await using sandbox = await startCheckedSandbox({
      store,
      onTrouble: () => {
        store.repair();
        trouble.resolve();
      },
      onAttempt: (attempt) => void attempts.push(attempt),
    });
    await sandbox.routes.set({ [hookHost]: receiver.url });
    await sandbox.account.webhook(["charge.paid"]);
    await sandbox.account.charge({ total: 1_000, paid: true });
    await trouble.promise;
    await sandbox.account.quiet();
    expect(receiver.requests).toHaveLength(2);
    expect(attempts).toMatchObject([{ number: 1, httpStatus: 500 }]);
  });
});
