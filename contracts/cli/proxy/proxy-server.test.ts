import { once } from "node:events";
import http from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Behaviour, startReceiver } from "../../../src/outbound/testing/receiver.ts";
import { proxyBefore } from "./testing/proxy-before.ts";

async function startProxy(behaviour: Behaviour, webhooks?: string) {
  const target = await startReceiver(behaviour);
  const given = { hosts: ["proxy.acme.dev"], target: `${target.url}/v1`, webhooks };
  return { target, ...(await proxyBefore(target, given)) };
}

test("a request and its response are passed on as they are, and recorded in plain text", async () => {
  const body = gzipSync('{"é":1}');
  const headers = { "X-Odd": ["a", "b"], "content-encoding": "gzip" };
  const { target, proxy, exchanges } = await startProxy({ status: 299, headers, body });
  const request = http.request(`${proxy.url}/fee?value=1%20`, {
    method: "PATCH",
    headers: ["Host", "proxy.acme.dev", "X-KEY", "k", "x-Key", "l", "content-length", "3"],
  });
  const [response]: http.IncomingMessage[] = await once(request.end(" {}"), "response");
  const [received] = target.requests;
  expect(received).toMatchObject({ method: "PATCH", path: "/v1/fee?value=1%20", body: Buffer.from(" {}") });
  expect(received?.rawHeaders.slice(2, 8)).toEqual(["X-KEY", "k", "x-Key", "l", "content-length", "3"]);
  expect([response?.statusCode, response?.headers["x-odd"]]).toEqual([299, "a, b"]);
  // How long a client may keep its connection is not for the proxy to limit.
  expect(response?.headers["keep-alive"]).toBeUndefined();
  expect(response && Buffer.concat(await response.toArray())).toEqual(body);
  await expect.poll(() => exchanges).toMatchObject([{ status: 299, body: " {}", responseBody: '{"é":1}' }]);
});

test("a response is passed on before it has ended", async () => {
  const { proxy } = await startProxy("endless-body");
  const request = http.get(proxy.url);
  const [response]: http.IncomingMessage[] = await once(request, "response");
  await once(response ?? request, "data");
  request.destroy();
});

test("a web page whose name leads here gets nothing", async () => {
  const { target, proxy } = await startProxy(200);
  const request = http.get(proxy.url, { headers: { host: "evil.example" } });
  const [response]: http.IncomingMessage[] = await once(request, "response");
  expect([response?.statusCode, response && (await text(response))]).toEqual([421, expect.stringContaining("--hosts")]);
  expect(target.requests).toEqual([]);
});

test("deliveries go to the receiver, by whatever public name they come", async () => {
  await using receiver = await startReceiver(204);
  const { target, proxy, exchanges } = await startProxy(200, receiver.url);
  const headers = { host: "hooks.evil.example", "x-webhook-signature": "sha256=00" };
  const request = http.request(`${proxy.url}/hooks/1`, { method: "POST", headers }).end("{}");
  const [response]: http.IncomingMessage[] = await once(request, "response");
  expect([response?.statusCode, target.requests.length]).toEqual([204, 0]);
  expect(receiver.requests).toMatchObject([{ path: "/hooks/1", body: Buffer.from("{}") }]);
  await expect.poll(() => exchanges.map(({ url }) => url.href)).toEqual(["https://hooks.evil.example/hooks/1"]);
});
