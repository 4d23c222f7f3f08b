import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { description } from "../judge/testing/described.ts";
import { probe } from "../run/probe.ts";
import { Forwarder } from "./forward.ts";

test("a body that the target compressed without being asked is read as what it was", async () => {
  const headers = { "content-encoding": "gzip" };
  await using target = await startReceiver({ status: 200, headers, body: gzipSync('{"balance":1}') });
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
  await using target = await startReceiver(({ path }, respond) => {
    if (path === "/v1/withdraw/?a=1") respond("ok");
    else respond({ status, headers: { location: location.replace(/^\//, "/v1/") } });
  });
  const forwarder = new Forwarder(`${target.url}/v1/`);
  const passed = { method: "POST", path: "/withdraw?a=1", headers: {}, body: Buffer.from("x") };
  await forwarder.follow(passed);
  const answer = await forwarder.follow(passed);
  await forwarder.close();
  expect("status" in answer && answer.status).toBe(expected);
  expect(forwarder.hasFollowed).toBe(expected === 200);
  const asked = target.requests.map(({ method, path, body }) => [method, path, body.toString()]);
  const [plain, slashed] = ["/v1/withdraw?a=1", "/v1/withdraw/?a=1"].map((path) => ["POST", path, "x"]);
  // Once a redirect was followed, the run asks there.
  expect(asked).toEqual(expected === 200 ? [plain, slashed, slashed] : [plain, plain]);
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
  await using target = await startReceiver({ status: 200, headers, body });
  const options = { target: { url: target.url, apiKey: "key", useControlPlane: false }, description };
  await expect(probe(options)).rejects.toThrow(said);
});
