import { describe, expect } from "vitest";
import { Answer } from "../../src/client/answer.ts";
import { it, startAt, startCheckedSandbox } from "./checked-sandbox.ts";
import { rowsOf } from "./json-reading.ts";

const frozen = { startAt, clock: { mode: "frozen" } };

it("a world made over HTTP with the same seed has the same history as the sandbox's own", async () => {
  await using sandbox = await startCheckedSandbox({ seed: "s-1" });
  const made = await sandbox.ask("POST", "/sandbox/worlds", { fixture: "default", seed: "s-1", ...frozen });
  expect(made.status).toBe(201);
  expect(await sandbox.accountOf(made.text("companies.0.apiKey")).events()).toEqual(await sandbox.account.events());
});

/** Sends no body at all, as `curl -X POST` does. */
async function postNothing(url: string, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(url, { method: "POST", headers });
  return new Answer(response.status, response.headers, await response.json());
}

describe.each<Record<string, string>>([{}, { "content-type": "application/json" }])(
  "without a body, with the headers %j",
  (headers) => {
    it("a world begins with the server's fixture", async ({ sandbox }) => {
      const made = await postNothing(`${sandbox.url}/sandbox/worlds`, headers);
      expect(made.status).toBe(201);
      const account = sandbox.accountOf(made.text("companies.0.apiKey"));
      expect((await account.ask("GET", "/sandbox/clock")).at("mode")).toBe("running");
      expect(await account.balance()).toBe(150_000);
    });

    it("a company is invented", async ({ sandbox }) => {
      const added = await postNothing(`${sandbox.url}/sandbox/companies`, { ...headers, "x-api-key": sandbox.apiKey });
      expect(added.status).toBe(201);
      expect(await sandbox.accountOf(added.text("apiKey")).balance()).toBe(0);
    });
  },
);

it("a company is added with what is given; the rest is invented; its key works at once", async ({ sandbox }) => {
  const given = { name: "Café Sol", pixKey: "sol@example.com", responsible: { name: "Rui", email: "rui@example.com" } };
  const added = await sandbox.ask("POST", "/sandbox/companies", { ...given, balance: 4_000 });
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject(given);
  expect(added.at("position")).toBe((await sandbox.ask("GET", "/sandbox/world")).at("position"));
  const company = sandbox.accountOf(added.text("apiKey"));
  expect(await company.balance()).toBe(4_000);
  await company.open(1_000);
  expect((await company.ask("GET", "/sandbox/inbox")).at("messages.0.to")).toBe("rui@example.com");
  expect(await sandbox.account.balance()).toBe(150_000);
  expect((await sandbox.ask("GET", "/sandbox/inbox")).at("messages")).toEqual([]);
  const invented = await sandbox.ask("POST", "/sandbox/companies", {});
  expect(invented.text("name").length * invented.text("pixKey").length).toBeGreaterThan(0);
  expect((await sandbox.ask("GET", "/sandbox/world")).at("companies.length")).toBe(3);
});

describe("worlds are made, listed and deleted", () => {
  const ids = (answer: Answer) => rowsOf(answer, "worlds").map(({ worldId }) => worldId);

  // With one only its bearer may: test/hostile/keys.test.ts.
  it("without an admin token every caller may", async ({ sandbox }) => {
    const ask = sandbox.as(null);
    const made = await ask("POST", "/sandbox/worlds", { name: "Debt", fixture: "negative-balance", ...frozen });
    expect(made.status).toBe(201);
    expect(made.at("now")).toBe(startAt);
    const worldId = made.text("worldId");
    const listed = await ask("GET", "/sandbox/worlds");
    expect(ids(listed)).toContain((await sandbox.ask("GET", "/sandbox/world")).at("worldId"));
    expect(rowsOf(listed, "worlds")).toContainEqual(
      expect.objectContaining({
        worldId,
        name: "Debt",
        fixture: "negative-balance",
        now: startAt,
        position: made.at("position"),
      }),
    );
    const account = sandbox.accountOf(made.text("companies.0.apiKey"));
    expect(await account.balance()).toBeLessThan(0);
    expect((await account.ask("GET", "/sandbox/world")).at("name")).toBe("Debt");
    const deleted = await ask("DELETE", `/sandbox/worlds/${worldId}`);
    expect(deleted.status).toBe(204);
    expect((await account.initiate(1_000)).status).toBe(401);
    expect((await account.ask("GET", "/sandbox/world")).status).toBe(401);
    expect(ids(await ask("GET", "/sandbox/worlds"))).not.toContain(worldId);
    const again = await ask("DELETE", `/sandbox/worlds/${worldId}`);
    expect(again.status).toBe(404);
    expect(again.body).toMatchObject({ code: "WORLD_UNKNOWN", worldId });
    expect(await sandbox.account.balance()).toBe(150_000);
  });

  it("a fixture may hold fractions of a percent, and the world shows them", async () => {
    const fixture = { companies: [{ name: "A", retention: { percent: 12.5, holdFor: "P1D" } }] };
    await using sandbox = await startCheckedSandbox({ fixture });
    expect((await sandbox.ask("GET", "/sandbox/company")).at("retention.percent")).toBe(12.5);
    await sandbox.account.charge({ total: 1_000, paid: true });
    expect(await sandbox.account.holds()).toMatchObject([{ amountCents: 125 }]);
  });
});
