import { expect, test } from "vitest";
import { type Behaviour, startReceiver } from "../outbound/testing/receiver.ts";
import { SaldoClient } from "./saldo-client.ts";
import { carriedOut } from "./unexpected-answer.ts";

const encoded = (coding: string): Behaviour => ({
  status: 200,
  headers: { "content-encoding": coding },
  body: '{"a":1}',
});

test.each<[string, Behaviour, string]>([
  ["that breaks off", "half-answer", "broke off before its end (other side closed)"],
  ["that is not gzip", encoded("gzip"), "has a body that is not gzip, as its content-encoding says ("],
  ["that is not br", encoded("br"), "has a body that is not br, as its content-encoding says ("],
])("an answer %s is told with its request and what to do", async (_, behaviour, reason) => {
  await using receiver = await startReceiver(behaviour);
  const { api, control, ask } = new SaldoClient({ url: receiver.url, apiKey: "key" });
  for (const [request, path] of [
    [() => ask("GET", "/sandbox/clock"), "/sandbox/clock"],
    [() => carriedOut(control.GET("/clock")), "/sandbox/clock"],
    [() => api.GET("/account-balance"), "/account-balance"],
  ] as const) {
    const told = await request().catch((error: unknown) => String(error));
    expect(told).toContain(`TypeError: the answer to GET ${receiver.url}${path} ${reason}`);
    expect(told).toContain("Look at the server there, and at what stands between");
  }
});

test("an answer keeps its address, its status and its body", async () => {
  await using receiver = await startReceiver({ status: 201, headers: { "x-one": "1" }, body: '{"a":1}' });
  const { api } = new SaldoClient({ url: receiver.url, apiKey: "key" });
  const { response, data } = await api.GET("/account-balance");
  expect([response.url, response.status, data]).toEqual([`${receiver.url}/account-balance`, 201, { a: 1 }]);
  expect(response.headers.get("x-one")).toBe("1");
});
