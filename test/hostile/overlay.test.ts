import { describe, expect, test } from "vitest";
import { readNamedFixture } from "../../src/engine/beginning/fixture/fixture-files.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { createSandbox } from "../../src/sandbox.ts";
import { MemoryStore } from "../../src/store/memory-store.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { Account, hookHost } from "../rules/account.ts";
import { isSigned } from "../rules/received-delivery.ts";
import { type Action, interfaceWith } from "./interface-with.ts";

describe("an overlay changes the running sandbox, and nothing else", () => {
  test("a path", async () => {
    const responses = { "200": { $ref: "#/components/responses/BalanceRead" } };
    const document = await interfaceWith(
      { target: "$.paths", update: { "/balance": { get: { operationId: "getBalance", responses } } } },
      { target: "$.paths['/account-balance']", remove: true },
    );
    await using sandbox = await startSandbox({ interfaceDocument: document });
    expect((await sandbox.ask("GET", "/balance")).at("data.balance")).toBe(150_000);
    expect((await sandbox.ask("GET", "/account-balance")).status).toBe(404);
  });

  test("the document that is served", async () => {
    const document = await interfaceWith({ target: "$.info", update: { title: "Acme" } });
    await using sandbox = await startSandbox({ interfaceDocument: document });
    expect((await sandbox.as(null)("GET", "/openapi.json")).at("info.title")).toBe("Acme");
    expect((await sandbox.as(null)("GET", "/sandbox/openapi.json")).at("info.title")).toBe("Saldo control plane");
  });

  test("what a request may hold", async () => {
    const value =
      "$.paths['/account-balance/withdraw'].post.requestBody.content['application/json'].schema.properties.value";
    const document = await interfaceWith({ target: value, update: { maximum: 1_000 } });
    await using sandbox = await startSandbox({ interfaceDocument: document });
    const refused = await sandbox.ask("POST", "/account-balance/withdraw", { value: 1_001 });
    expect(refused.status).toBe(400);
    expect(refused.text("message")).toContain("at most 1000");
    expect((await sandbox.ask("POST", "/account-balance/withdraw", { value: 1_000 })).status).toBe(201);
  });
});

test("an overlay renames what a request gives a parameter", async () => {
  const parameter = "$.paths['/account-balance/withdraw-fee'].get.parameters[0]";
  const document = await interfaceWith({ target: parameter, update: { name: "amount", "x-value": "value" } });
  await using sandbox = await startSandbox({ interfaceDocument: document });
  const fee = (query: string) => sandbox.ask("GET", `/account-balance/withdraw-fee?${query}`);
  expect((await fee("amount=40000")).at("data.value")).toBe(40_000);
  expect((await fee("value=40000")).status).toBe(400);
});

test("an overlay changes what receivers are told, the envelope, too, and the signature holds for that", async () => {
  const payload = "$.webhooks['charge.paid'].post.requestBody.content['application/json'].schema";
  const properties = {
    type: { type: "string", const: "CHARGE_PAID" },
    charge_id: { type: "string", "x-value": "chargeId" },
    occurredAt: { type: "string", "x-value": "timestamp" },
  };
  const interfaceDocument = await interfaceWith(
    ...["properties", "required"].map((name): Action => ({ target: `${payload}.${name}`, remove: true })),
    { target: payload, update: { required: Object.keys(properties), properties } },
  );
  await using receiver = await startReceiver();
  await using sandbox = await startSandbox({ interfaceDocument });
  await sandbox.routes.set({ [hookHost]: receiver.url });
  const account = new Account(sandbox.ask);
  const { secret } = await account.webhook(["charge.paid"]);
  const chargeId = await account.charge({ total: 1_000, externalId: "pedido-é", paid: true });
  await account.quiet();
  expect(receiver.requests.map((request) => isSigned(request, secret))).toEqual([true]);
  const told = receiver.requests.map(({ body }) => body.toString("utf8"));
  expect(told.map((body) => JSON.parse(body))).toEqual([
    { type: "CHARGE_PAID", charge_id: chargeId, occurredAt: "2026-03-02T12:00:00.000Z" },
  ]);
  expect((await account.deliveries()).map(({ body }) => body)).toEqual(told);
});

const start = async (...actions: Action[]) => {
  const interfaceDocument = await interfaceWith(...actions);
  const store = new MemoryStore();
  const sandbox = await createSandbox({ store, fixture: () => readNamedFixture("default"), interfaceDocument });
  await sandbox.close();
};

test.each<[string, RegExp, Action[]]>([
  ["a server's outcome without a response", /body-too-large/, [{ target: "$['x-responses']['413']", remove: true }]],
  [
    "an operation that no code answers",
    /getWeather/,
    [
      {
        target: "$.paths",
        update: {
          "/weather": {
            get: { operationId: "getWeather", responses: { "401": { $ref: "#/components/responses/Unauthorized" } } },
          },
        },
      },
    ],
  ],
  [
    "code whose operation is gone",
    /listWithdrawals/,
    [{ target: "$.paths['/account-balance/withdrawals']", remove: true }],
  ],
  [
    "an operation about a company without its key",
    /getBalance.*apiKey|apiKey.*getBalance/s,
    [{ target: "$.paths['/account-balance'].get", update: { security: [] } }],
  ],
])("an overlay that does not fit the code stops the start, by name %s", async (_name, message, actions) => {
  await expect(start(...actions)).rejects.toThrow(message);
});
