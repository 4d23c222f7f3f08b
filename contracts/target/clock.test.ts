import { expect, test } from "vitest";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { SandboxClock } from "./clock.ts";

const hourMs = 3_600_000;

test("the time of a world does not go on before a delivery under way has ended", async () => {
  const respond = Promise.withResolvers<() => void>();
  await using receiver = await startReceiver((_request, answer) => respond.resolve(() => answer("ok")));
  await using sandbox = await startSandbox({ routes: { "hooks.acme.dev": receiver.url } });
  const start = Date.parse((await sandbox.clock.read()).now);
  const clock = new SandboxClock(sandbox.clock, start);
  const webhook = { name: "A", url: "https://hooks.acme.dev", events: ["charge.paid" as const] };
  await sandbox.api.POST("/webhook", { body: webhook });
  await sandbox.charges.create({ total: 100, paid: true });
  const end = await respond.promise;
  const passing = clock.pass(hourMs);
  // As often as a clock that waits for nothing would ask before it goes on.
  for (let reads = 0; reads < 5; reads += 1) await sandbox.clock.read();
  expect(Math.floor(clock.now())).toBe(start);
  end();
  await passing;
  expect(Math.floor(clock.now())).toBe(start + hourMs);
});
