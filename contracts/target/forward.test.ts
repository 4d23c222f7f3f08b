import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { loadDocument } from "../../src/spec/document.ts";
import { Description } from "../judge/description.ts";
import { probe } from "../run/probe.ts";
import { Forwarder } from "./forward.ts";

async function answering(body: Buffer, headers: Readonly<Record<string, string>>) {
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await once(server.close(), "close");
    },
  };
}

test("a body that the target compressed without being asked is read as what it was", async () => {
  await using target = await answering(gzipSync('{"balance":1}'), { "content-encoding": "gzip" });
  const forwarder = new Forwarder(target.url);
  const answer = await forwarder.send({ method: "GET", path: "/", headers: {}, body: Buffer.alloc(0) });
  await forwarder.close();
  expect("body" in answer && answer.body.toString()).toBe('{"balance":1}');
});

test.each([
  [301, "/withdraw/?a=1", 200],
  [308, "withdraw/", 200],
  [302, "http://other.dev/withdraw/", 302],
  [307, "/confirm/", 307],
  [303, "/withdraw/", 303],
])("a redirect with %d to %s ends with %d, and method, body and query stay", async (status, location, expected) => {
  const asked: unknown[] = [];
  const server = createServer(async (request, response) => {
    asked.push([request.method, request.url, (await buffer(request)).toString()]);
    if (request.url === "/v1/withdraw/?a=1") response.end("{}");
    else response.writeHead(status, { location: location.replace(/^\//, "/v1/") }).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const forwarder = new Forwarder(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`);
  const answer = await forwarder.follow({ method: "POST", path: "/withdraw?a=1", headers: {}, body: Buffer.from("x") });
  await forwarder.close();
  await once(server.close(), "close");
  expect("status" in answer && answer.status).toBe(expected);
  expect(forwarder.hasFollowed).toBe(expected === 200);
  const isFollowed = expected === 200 ? [["POST", "/v1/withdraw/?a=1", "x"]] : [];
  expect(asked).toEqual([["POST", "/v1/withdraw?a=1", "x"], ...isFollowed]);
});

test.for([
  [
    gzipSync("{}"),
    {},
    "cannot be judged: GET /account-balance got 200, but not with JSON: the body begins with 1f 8b 08 ",
  ],
  [Buffer.from("<html>\u001b"), {}, "got 200, but not with JSON: the body begins with 3c 68 74 6d 6c 3e 1b"],
  [Buffer.from("[".repeat(400_000)), {}, "got 200, but with JSON deeper than 500 levels: the body begins with "],
  [Buffer.from("<html>"), {}, 'got 200, but not with JSON: the body begins with "<html>"'],
  [Buffer.from("x"), { "content-encoding": "gzip" }, "a Content-Encoding that cannot be undone"],
  [Buffer.alloc(0), {}, "got 200 without a body"],
] as const)("a target that answers with something else is told with what it said", async ([body, headers, said]) => {
  await using target = await answering(body, headers);
  const description = new Description(loadDocument("interface").source);
  const options = { target: { url: target.url, apiKey: "key", useControlPlane: false }, description };
  await expect(probe(options)).rejects.toThrow(said);
});
