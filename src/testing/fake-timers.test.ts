import { afterEach, expect, test, vi } from "vitest";
import { startSandbox } from "./start-sandbox.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const faked = [
  ["all of vitest", undefined],
  ["Date alone", ["Date" as const]],
] as const;

test.each(faked)("a sandbox within the process works while a test fakes time: %s", async (_name, toFake) => {
  const warned = vi.spyOn(console, "error");
  vi.useFakeTimers({ now: 0, ...(toFake && { toFake: [...toFake] }) });
  const told: string[] = [];
  const deliverTo = async (request: Request) => {
    told.push(request.headers.get("x-webhook-event") ?? "");
    return new Response(null, { status: 204 });
  };
  await using saldo = await startSandbox({ listen: false, deliverTo });
  saldo.intercept("https://api.acme.invalid");
  await using world = await saldo.world();
  const webhook = {
    url: "https://hooks.acme.dev/",
    name: "All",
    events: ["charge.paid" as const, "charge.expired" as const],
  };
  await world.api.POST("/webhook", { body: webhook });
  await world.charges.create({ total: 10_000, paid: true });
  await world.charges.create({ total: 10_000, expiresIn: "PT1H" });
  await world.faults.add({ kind: "latency", delay: "PT0.01S", operationId: "getBalance" });
  vi.setSystemTime("2030-01-01");
  await world.clock.advance({ by: "P30D" });
  expect(told).toEqual(["charge.paid", "charge.expired"]);
  const answers = ["/account-balance", "/account-balance"].map((path) =>
    fetch(`https://api.acme.invalid${path}`, { headers: { "x-api-key": world.apiKey } }),
  );
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await world.clock.read()).now).toBe("2026-04-01T12:00:00.000Z");
  expect(vi.getTimerCount()).toBe(0);
  expect(warned).not.toHaveBeenCalled();
});
