import { describe, expect, it } from "vitest";
import { listCommonResponses, listNotifications, listOperations } from "./operations.ts";
import { operationOf, sampleDocument } from "./testing/sample-document.ts";

const document = await sampleDocument();
const find = (operationId: string) => operationOf(document, operationId);

describe("operations", () => {
  it("are listed with method, template and Fastify's route", () => {
    expect(
      listOperations(document).map(({ operationId, method, path, route }) => [operationId, method, path, route]),
    ).toEqual([
      ["readBalance", "GET", "/balance", "/balance"],
      ["listWithdrawals", "GET", "/accounts/{accountId}/withdrawals", "/accounts/:accountId/withdrawals"],
      ["withdraw", "POST", "/accounts/{accountId}/withdrawals", "/accounts/:accountId/withdrawals"],
      ["forget", "DELETE", "/accounts/{accountId}/withdrawals", "/accounts/:accountId/withdrawals"],
    ]);
  });

  it("take security from themselves or from the document", () => {
    expect(find("readBalance")).toMatchObject({ security: ["apiKey"] });
    expect(find("listWithdrawals")).toMatchObject({ security: [] });
    expect(find("withdraw")).toMatchObject({ security: ["apiKey"] });
  });

  it("have parameters by place, those of the path item included", () => {
    const { path, query, header } = find("listWithdrawals").parameters;
    expect(path).toEqual([{ name: "accountId", required: true, schema: expect.objectContaining({ type: "string" }) }]);
    expect(query.map(({ name, required }) => [name, required])).toEqual([
      ["limit", false],
      ["open", false],
      ["state", false],
    ]);
    expect(header).toEqual([]);
  });

  it("have a body, required or not, or none", () => {
    expect(find("readBalance").body).toBeNull();
    expect(find("withdraw").body).toMatchObject({ required: true });
    expect(find("forget").body?.required).toBe(false);
  });

  it("have responses with their outcomes and JSON content", () => {
    expect(find("withdraw").responses.map(({ schema, ...rest }) => rest)).toEqual([
      { status: 201, description: "Initiated", outcomes: ["initiated"], contentType: "application/json" },
      {
        status: 409,
        description: "Another one is open",
        outcomes: ["already-open", "still-valid"],
        contentType: "application/problem+json",
      },
    ]);
    expect(find("forget").responses).toEqual([
      { status: 204, description: "Gone", outcomes: ["forgotten"], contentType: null, schema: null },
    ]);
  });

  it("are refused without an operationId, with one twice, and with security that Saldo cannot follow", () => {
    const responses = { "200": { description: "d" } };
    const info = { title: "t", version: "1" };
    const list =
      (paths: object, more = {}) =>
      () =>
        listOperations({ openapi: "3.1.0", info, paths: { ...paths }, ...more });
    expect(list({ "/a": { get: { responses } } })).toThrow(/GET \/a.*no operationId/);
    const twice = { get: { operationId: "x", responses }, post: { operationId: "x", responses } };
    expect(list({ "/a": twice })).toThrow(/x: two operations/);
    const get = { operationId: "x", responses };
    expect(list({ "/a": { get: { ...get, security: [{ key: [] }] } } })).toThrow(/"key" is not in components/);
    expect(list({ "/a": { get: { ...get, security: [{ key: [], token: [] }] } } })).toThrow(/together/);
    expect(list({ "/a": { get: { ...get, responses: { "200": { description: "", "x-outcomes": "a" } } } } })).toThrow(
      /list of names/,
    );
  });
});

it("lists the root x-responses", () => {
  expect(listCommonResponses(document).map(({ status, outcomes }) => [status, ...outcomes])).toEqual([
    [401, "unauthorized"],
    [404, "route-unknown"],
  ]);
});

it("lists the notifications by event", () => {
  expect([...listNotifications(document)]).toEqual([
    ["withdraw.completed", expect.objectContaining({ required: ["event", "data", "timestamp"] })],
  ]);
});
