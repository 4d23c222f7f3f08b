import type { FastifyInstance, RouteOptions } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { Metrics } from "../../src/http/metrics/metrics.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { request } from "./connection.ts";
import { expectMalformed, expectRefusal } from "./refusal.ts";

/** Every route of the server, also those that no document describes: the router itself tells them. */
const routes: { method: string; target: string }[] = [];
let sandbox: SaldoWorld;

beforeAll(async () => {
  const metrics = await Metrics.create("0.0.0");
  const serve = metrics.serve.bind(metrics);
  metrics.serve = (app: FastifyInstance, loaded) => {
    app.addHook("onRoute", learn);
    serve(app, loaded);
  };
  sandbox = await startSandbox({ metrics });
});
afterAll(() => sandbox[Symbol.asyncDispose]());

function learn({ method, url }: RouteOptions): void {
  const target = url.replaceAll(/:\w+/g, "x").replaceAll("*", "x");
  for (const one of [method].flat()) routes.push({ method: one, target });
}

function documentOf(target: string) {
  return /^\/sandbox(\/|$)/.test(target) ? "control" : "interface";
}

test("the router tells routes of both documents, of the metrics and of the page", () => {
  const targets = new Set(routes.map(({ target }) => target));
  const known = ["/account-balance", "/v1/account-balance", "/sandbox/worlds", "/openapi.json", "/metrics"];
  for (const target of [...known, "/sandbox/openapi.json", "/sandbox/ui/"]) expect(targets).toContain(target);
  expect(routes.length).toBeGreaterThan(100);
});

test("no route answers to a host that is not trusted, or to none, or to two", async () => {
  for (const { method, target } of routes) {
    const asked = { method, target, headers: [`x-api-key: ${sandbox.apiKey}`] };
    const foreign = await request(sandbox.url, { ...asked, host: "evil.example" });
    if (method === "HEAD") {
      expect([method, target, foreign.status, foreign.text]).toEqual([method, target, 421, ""]);
      continue;
    }
    expectRefusal(documentOf(target), foreign, 421, "HOST_NOT_ALLOWED");
    expectMalformed(documentOf(target), await request(sandbox.url, { ...asked, host: null }));
    const two = { ...asked, headers: ["host: localhost"] };
    expectMalformed(documentOf(target), await request(sandbox.url, two));
  }
});

test("no route of the control plane or the page answers a web page of another origin", async () => {
  const guarded = routes.filter(({ method, target }) => method !== "HEAD" && documentOf(target) === "control");
  expect(guarded.length).toBeGreaterThan(60);
  for (const { method, target } of guarded) {
    for (const header of ["origin: http://evil.example", "origin: null", "sec-fetch-site: cross-site"]) {
      const headers = [`x-api-key: ${sandbox.apiKey}`, header];
      expectRefusal("control", await request(sandbox.url, { method, target, headers }), 403, "ORIGIN_NOT_ALLOWED");
    }
  }
});

test("no route answers another method, or an odd request, in words that are not a document's", async () => {
  for (const { target } of routes) {
    for (const wrong of ["PROPFIND", "TRACE", "OPTIONS"]) {
      const { status, text } = await request(sandbox.url, { method: wrong, target });
      expect([target, wrong, status]).toEqual([target, wrong, expect.toBeOneOf([404, 405])]);
      expect(text).not.toContain('"statusCode"');
    }
    expectMalformed(documentOf(target), await request(sandbox.url, { method: "GET", target: `${target}%zz` }));
  }
});

test("every answer but a file of the page is not to be kept", async () => {
  for (const { method, target } of routes.filter(({ target }) => !target.startsWith("/sandbox/ui"))) {
    if (target.includes("stream")) continue;
    const { headers } = await request(sandbox.url, { method, target, host: "localhost" });
    expect([target, headers["cache-control"]]).toEqual([target, "no-store"]);
  }
});
