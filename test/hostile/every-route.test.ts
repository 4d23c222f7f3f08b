import type { FastifyInstance, RouteOptions } from "fastify";
import { expect, test } from "vitest";
import { Metrics } from "../../src/http/metrics/metrics.ts";
import { sandboxOfTests } from "../sandbox-of-tests.ts";
import { request } from "./connection.ts";
import { expectMalformed, expectRefusal } from "./refusal.ts";

interface Route {
  readonly method: string;
  readonly url: string;
  readonly target: string;
  /** It only tells that the page is not built. */
  readonly isAbsent: boolean;
}

/** Every route of the server, also those that no document describes: the router itself tells them. */
const routes: Route[] = [];
const metrics = await Metrics.create("0.0.0");
const serve = metrics.serve.bind(metrics);
metrics.serve = (app: FastifyInstance, loaded) => {
  app.addHook("onRoute", learn);
  serve(app, loaded);
};
const sandbox = await sandboxOfTests({ metrics });

function learn({ method, url, config }: RouteOptions): void {
  const target = url.replaceAll(/:\w+/g, "x").replaceAll("*", "x");
  for (const one of [method].flat()) routes.push({ method: one, url, target, isAbsent: config?.isAbsent === true });
}

/** The paths that a route takes. */
function pathOf({ url }: Route): RegExp {
  return new RegExp(`^${url.replaceAll(/[.*]/g, "\\$&").replaceAll(/:\w+/g, "[^/]+")}$`);
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

test("every route answers to a trusted host that no URL can have as to any other", async () => {
  for (const { method, target } of routes.filter((route) => !route.target.includes("stream"))) {
    const { status } = await request(sandbox.url, { method, target });
    for (const host of ["[fe80::1%eth0]", "saldo:99999", "4294967296"]) {
      expect([method, target, (await request(sandbox.url, { method, target, host })).status]).toEqual([
        method,
        target,
        status,
      ]);
    }
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

test("a route without that guard gives such a page what any other client gets, and no leave to read it", async () => {
  for (const { method, target } of routes.filter((route) => documentOf(route.target) === "interface")) {
    const { status } = await request(sandbox.url, { method, target });
    const foreign = await request(sandbox.url, { method, target, headers: ["origin: http://evil.example"] });
    expect([method, target, foreign.status]).toEqual([method, target, status]);
    expect(foreign.headers["access-control-allow-origin"]).toBeUndefined();
  }
});

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"];

test("another method is refused with those that the path takes, and an odd request in a document's words", async () => {
  for (const target of new Set(routes.map((route) => route.target))) {
    const own = routes.filter((route) => pathOf(route).test(target));
    const taken = own.filter(({ isAbsent }) => !isAbsent).map(({ method }) => method);
    for (const wrong of methods.filter((one) => own.every(({ method }) => method !== one))) {
      const received = await request(sandbox.url, { method: wrong, target });
      const [status, code] =
        taken.length === 0 ? ([404, "ROUTE_UNKNOWN"] as const) : ([405, "METHOD_NOT_ALLOWED"] as const);
      // An answer to HEAD has no body.
      if (wrong === "HEAD") expect([target, received.status]).toEqual([target, status]);
      else expectRefusal(documentOf(target), received, status, code);
      if (status === 405)
        expect([target, received.headers.allow?.split(", ").sort()]).toEqual([target, [...new Set(taken)].sort()]);
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
