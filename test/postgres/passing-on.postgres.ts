import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { asker } from "../../src/client/connection.ts";
import { PUBLIC_API_KEY } from "../../src/engine/api-key.ts";
import { request } from "../hostile/connection.ts";
import { rowsOf } from "../rules/json-reading.ts";
import { Owners } from "./owners.ts";
import { makeWorld, type Replica, Replicas } from "./replicas.ts";

const apiKey = PUBLIC_API_KEY;
const MIB = 1024 * 1024;

let replicas: Replicas;
let owner: Replica;
let other: Replica;

beforeAll(async () => {
  replicas = await Replicas.start(inject("databaseUrl"), ["--clock", "frozen"]);
  ({ owner, other } = await new Owners(inject("databaseUrl"), replicas).ofFirst());
});

afterAll(() => replicas[Symbol.asyncDispose]());

test("a replica that is not the owner answers every request as the owner does, header by header", async () => {
  const key = `x-api-key: ${apiKey}`;
  const json = "content-type: application/json";
  const withdraw = "/account-balance/withdraw";
  for (const asked of [
    { method: "GET", target: "/account-balance", headers: [key] },
    { method: "GET", target: "/v1/account-balance", headers: [key], body: "{}" },
    { method: "HEAD", target: "/account-balance", headers: [key] },
    { method: "OPTIONS", target: "/account-balance", headers: [key] },
    { method: "DELETE", target: "/account-balance", headers: [key] },
    { method: "GET", target: "/nowhere", headers: [key] },
    { method: "GET", target: "/account-balance", headers: ["x-api-key: sk_sandbox_wrong"] },
    { method: "GET", target: "/account-balance", headers: [key], host: "evil.example" },
    { method: "GET", target: "/sandbox/world", headers: [key, "origin: http://evil.example"] },
    { method: "POST", target: withdraw, headers: [key, json], body: "{" },
    { method: "POST", target: withdraw, headers: [key, "content-type: text/plain"], body: "{}" },
    { method: "POST", target: withdraw, headers: [key, json, "expect: 100-continue"], body: '{"value":1}' },
    { method: "POST", target: withdraw, headers: [key, json], body: `"${"x".repeat(300_000)}"` },
    { method: "POST", target: withdraw, headers: [key, json], body: " ".repeat(17 * MIB) },
    { method: "GET", target: "/sandbox/events?limit=1000&unknown=1", headers: [key] },
    { method: "DELETE", target: `/sandbox/faults/flt_${"0".repeat(24)}`, headers: [key] },
    { method: "GET", target: "/sandbox/world/save-file", headers: [key] },
  ]) {
    const [mine, passedOn] = [await request(owner.url, asked), await request(other.url, asked)];
    const what = `${asked.method} ${asked.target} ${asked.headers.join(", ")}`;
    const { date: _mine, ...mineHeaders } = mine.headers;
    const { date: _passedOn, ...passedOnHeaders } = passedOn.headers;
    expect([passedOn.status, passedOnHeaders, passedOn.text], what).toEqual([mine.status, mineHeaders, mine.text]);
  }
});

test("every replica lists the worlds of all with their companies, and takes none for it", async () => {
  const made = await Promise.all(replicas.all.map(makeWorld));
  const owners = new Owners(inject("databaseUrl"), replicas);
  const ids = made.map(({ worldId }) => worldId);
  const before = await Promise.all(ids.map((id) => owners.epochOf(id)));
  for (const { ask } of replicas.all) {
    const listed = rowsOf(await ask("GET", "/sandbox/worlds"), "worlds");
    for (const { worldId, companyName } of made) {
      const row = listed.find((one) => one.worldId === worldId);
      expect(row).toMatchObject({ companies: [{ name: companyName }], openWithdrawals: 0 });
    }
  }
  // What has changed since is noted for the lists of the others.
  const [changed] = made;
  const withdraw = asker({ url: owner.url, apiKey: changed?.apiKey ?? "" });
  expect((await withdraw("POST", "/account-balance/withdraw", { value: 10_000 })).status).toBe(201);
  for (const { ask } of replicas.all) {
    const listed = async () => rowsOf(await ask("GET", "/sandbox/worlds"), "worlds");
    await expect
      .poll(async () => (await listed()).find(({ worldId }) => worldId === changed?.worldId))
      .toMatchObject({ openWithdrawals: 1 });
  }
  expect(await Promise.all(ids.map((id) => owners.epochOf(id)))).toEqual(before);
});
