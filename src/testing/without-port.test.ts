import { expect, test } from "vitest";
import { startSandbox } from "./start-sandbox.ts";

test("the client and an application that takes a fetch ask a sandbox without a port", async () => {
  await using saldo = await startSandbox({ listen: false });
  await using world = await saldo.world();
  const opened = await world.api.POST("/account-balance/withdraw", { body: { value: 50_000 } });
  const withdrawId = opened.data?.data.withdrawId ?? "";
  const body = JSON.stringify({ withdrawId, otpCode: await world.inbox.latestCode(withdrawId) });
  const headers = { "x-api-key": world.apiKey, "content-type": "application/json" };
  const pieces = new Blob([body.slice(0, 9), body.slice(9)]).stream();
  const init = { method: "POST", headers, body: pieces, duplex: "half" } as const;
  const confirmed = await saldo.fetch("https://api.acme.dev/v1/account-balance/withdraw/confirm", init);
  expect(confirmed).toBeInstanceOf(Response);
  expect(await confirmed.json()).toMatchObject({ data: { status: "APPROVED" } });
  const head = await world.fetch(new Request("https://api.acme.dev/account-balance", { method: "HEAD", headers }));
  expect([head.status, head.body]).toEqual([200, null]);
  await expect(fetch(saldo.url)).rejects.toThrow("fetch failed");
});

test("events come as a stream, and a client can leave it", async () => {
  await using saldo = await startSandbox({ listen: false });
  const leaving = new AbortController();
  const headers = { "x-api-key": saldo.apiKey };
  const { body } = await saldo.fetch("/sandbox/events/stream", { headers, signal: leaving.signal });
  await saldo.charges.create({ total: 10_000 });
  let told = "";
  await expect(async () => {
    for await (const part of body ?? []) {
      told += Buffer.from(part).toString();
      if (told.includes("ChargeCreated")) leaving.abort(new Error("enough"));
    }
  }).rejects.toThrow();
  expect(told).toContain("event: ready");
});

test.each([
  ["lose-response", "socket hang up"],
  ["reset", "ECONNRESET"],
] as const)("a fault ends the connection as it does between machines: %s", async (kind, reason) => {
  await using saldo = await startSandbox({ listen: false });
  await saldo.faults.add({ kind, operationId: "getBalance" });
  await expect(saldo.api.GET("/account-balance")).rejects.toThrow(reason);
});

test("a call whose body fails or never ends is over when its caller gives up", async () => {
  await using saldo = await startSandbox({ listen: false });
  const leaving = new AbortController();
  const posted = (body: ReadableStream) =>
    saldo.fetch("/webhook", { method: "POST", body, duplex: "half", signal: leaving.signal });
  const failing = new ReadableStream({ start: (controller) => controller.error(new Error("no disk")) });
  await expect(posted(failing)).rejects.toThrow(/^POST \S+ got no answer: no disk$/);
  const endless = posted(new ReadableStream());
  leaving.abort(new Error("no more patience"));
  await expect(endless).rejects.toThrow("no more patience");
});

test("a call that is aborted ends with the reason of its signal, and one after the end with a sentence", async () => {
  const saldo = await startSandbox({ listen: false });
  await saldo.faults.add({ kind: "latency", delay: "PT1M", operationId: "getBalance" });
  const leaving = new AbortController();
  const headers = { "x-api-key": saldo.apiKey };
  const left = saldo.fetch("/account-balance", { headers, signal: leaving.signal });
  leaving.abort(new Error("no more patience"));
  await expect(left).rejects.toThrow("no more patience");
  await saldo.stop();
  await expect(saldo.clock.read()).rejects.toThrow(
    "GET http://saldo.localhost/sandbox/clock got no answer: the sandbox has stopped",
  );
});

test("a call that comes while the sandbox ends is told that, and not that its key is unknown", async () => {
  const saldo = await startSandbox({ listen: false });
  const asked = saldo.fetch("/account-balance", { headers: { "x-api-key": saldo.apiKey } });
  await saldo.stop();
  expect((await asked).status).toBe(503);
});
