import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SaldoContainer } from "saldo/testcontainers";
import { describe, expect, test } from "vitest";
import { certificates } from "../../src/http/security/testing/certificates.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";

const image = process.env.SALDO_IMAGE;
if (image === undefined) throw new Error("SALDO_IMAGE must name the image that is to be tested");

describe("a container", () => {
  test("begins in the same way every time, with a clock that stands still, unless told otherwise", async () => {
    await using first = await new SaldoContainer(image).start();
    const { client } = first;
    expect(await client.clock.read()).toMatchObject({ now: "2026-03-02T12:00:00.000Z", mode: "frozen" });
    const { data } = await client.api.POST("/account-balance/withdraw", { body: { value: 1_000 } });
    await using second = await new SaldoContainer(image).withFirstWorld({ fixture: "with-retention" }).start();
    const other = await second.client.api.POST("/account-balance/withdraw", { body: { value: 1_000 } });
    expect(other.data?.data.withdrawId).toBe(data?.data.withdrawId);
    const balances = await Promise.all([first, second].map(({ client }) => client.api.GET("/account-balance")));
    expect(balances[0]?.data?.data.reserveHolds).not.toEqual(balances[1]?.data?.data.reserveHolds);
  });

  test("answers as an overlay says", async () => {
    const folder = await mkdtemp(join(tmpdir(), "saldo-container-"));
    const file = join(folder, "overlay.yaml");
    await writeFile(file, overlay);
    await using container = await new SaldoContainer(image).withOverlay(file).start();
    const document = await container.client.ask("GET", "/openapi.json");
    expect(document.at("components.responses.Initiated.description")).toBe("Opened, says the overlay.");
    await rm(folder, { recursive: true });
  });

  test("delivers to routes only, in worlds of tests too", async () => {
    await using receiver = await startReceiver("ok", { host: "0.0.0.0" });
    await using container = await new SaldoContainer(image).withReceiver("hooks.acme.dev", receiver.port).start();
    await using world = await container.client.world();
    for (const host of ["hooks.acme.dev", "hooks.stranger.dev"]) {
      const body = { url: `https://${host}/`, name: host, events: ["charge.pending" as const] };
      await world.api.POST("/webhook", { body });
    }
    await world.charges.create({ total: 100 });
    // All attempts that are under way have ended when it returns.
    await world.clock.advance({ by: "PT0S" });
    const { data } = await world.control.GET("/deliveries");
    const ends = data?.deliveries.map(({ url, state }) => [url, state] as const);
    expect(new Map(ends)).toEqual(
      new Map([
        ["https://hooks.acme.dev/", "DELIVERED"],
        ["https://hooks.stranger.dev/", "PENDING"],
      ]),
    );
    expect(receiver.requests).toHaveLength(1);
  });

  test("answers over mTLS, and is healthy", async () => {
    const { ca, server, client } = certificates;
    await using container = await new SaldoContainer(image).withTls({ ...server, ca, client }).start();
    expect(container.url).toMatch(/^https:/);
    expect(await container.client.clock.read()).toMatchObject({ mode: "frozen" });
    await expect(fetch(`${container.url}/sandbox/health`)).rejects.toThrow();
  });

  test("that ends, ends at once and in order", async () => {
    const container = await new SaldoContainer(image).start();
    await container.stop({ remove: true, timeout: 5_000 });
    await expect(fetch(`${container.url}/sandbox/health`)).rejects.toThrow();
  });
});

const overlay = `
overlay: 1.0.0
info: { title: Another description, version: "1" }
actions:
  - target: $.components.responses.Initiated
    update: { description: "Opened, says the overlay." }
`;
