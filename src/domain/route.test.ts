import { describe, expect, it } from "vitest";
import { parseRoutes, type Route, routeFor } from "./route.ts";

const target = "http://127.0.0.1:3000";

function routesOf(...given: (readonly [string, string])[]): readonly Route[] {
  const read = parseRoutes(given);
  if ("problems" in read) throw new Error(`refused: ${JSON.stringify(read.problems)}`);
  return read.routes;
}

function problemsOf(...given: (readonly [string, string])[]): readonly string[] {
  const read = parseRoutes(given);
  return "problems" in read ? read.problems.map(({ at, message }) => `${at} ${message}`) : [];
}

describe("a route's host", () => {
  it.each([
    { name: "hooks.acme.dev", host: "hooks.acme.dev" },
    { name: "HOOKS.Acme.dev", host: "hooks.acme.dev" },
    { name: "hooks.acme.dev.", host: "hooks.acme.dev" },
    { name: "hooks.acme.dev..", host: "hooks.acme.dev" },
    { name: "receiver", host: "receiver" },
    { name: "pão.acme.dev", host: "xn--po-sia.acme.dev" },
    { name: "ｈｏｏｋｓ.acme.dev", host: "hooks.acme.dev" },
    { name: "0x7f.1", host: "127.0.0.1" },
    { name: "012.1..", host: "10.0.0.1" },
    { name: "[0:0:0:0:0:0:0:1]", host: "[::1]" },
    { name: "[::ffff:10.0.0.1]", host: "[::ffff:a00:1]" },
    { name: "constructor", host: "constructor" },
    { name: "__proto__", host: "__proto__" },
  ])("$name is $host", ({ name, host }) => {
    expect(routesOf([name, target])).toEqual([{ host, target }]);
  });

  it.each([
    ...["", ".", "..", " ", "acme..dev", ".acme.dev", "hooks.acme.dev:8080", "hooks.acme.dev:80", "hooks.acme.dev:"],
    ..."[::1]:80 ::1 [::1 http://hooks.acme.dev hooks.acme.dev/pix hooks.acme.dev?a hooks.acme.dev#a".split(" "),
    ...["user@hooks.acme.dev", "hooks.acme.dev\\pix", "hooks acme.dev", "hooks.\tacme.dev", "256.1.1.1", "%00.dev"],
    "a".repeat(64),
  ])("cannot be %j", (name) => {
    expect(problemsOf([name, target])).toEqual([`${name} is not a host such as hooks.acme.dev`]);
  });

  it.each([
    { first: "hooks.acme.dev", second: "HOOKS.acme.dev.", host: "hooks.acme.dev" },
    { first: "127.0.0.1", second: "2130706433", host: "127.0.0.1" },
    { first: "[::1]", second: "[0::1]", host: "[::1]" },
    { first: "pão.dev", second: "xn--po-sia.dev", host: "xn--po-sia.dev" },
    { first: "__proto__", second: "__PROTO__", host: "__proto__" },
  ])("can be spelled $first or $second, but not twice", ({ first, second, host }) => {
    expect(problemsOf([first, target], [second, "http://127.0.0.1:4000"])).toEqual([
      `${second} is ${host}, which is routed already`,
    ]);
  });
});

describe("a route's target", () => {
  it.each([
    { to: "http://127.0.0.1:3000", is: "http://127.0.0.1:3000" },
    { to: "http://127.0.0.1:3000/", is: "http://127.0.0.1:3000" },
    { to: "HTTPS://Receiver:443", is: "https://receiver" },
    { to: "http://host.docker.internal", is: "http://host.docker.internal" },
    { to: "http://[0::1]:3000", is: "http://[::1]:3000" },
    { to: "http://pão.dev", is: "http://xn--po-sia.dev" },
  ])("$to is $is", ({ to, is }) => {
    expect(routesOf(["hooks.acme.dev", to])).toEqual([{ host: "hooks.acme.dev", target: is }]);
  });

  it.each([
    ...["", "127.0.0.1:3000", "localhost:3000", "ftp://127.0.0.1", "ws://127.0.0.1", "file:///etc", "data:,a"],
    ..."http:// http:/// http://127.0.0.1/pix http://127.0.0.1// http://127.0.0.1/?a http://127.0.0.1?".split(" "),
    ...["http://127.0.0.1#a", "http://127.0.0.1/#", "http://user@127.0.0.1", "http://:secret@127.0.0.1"],
    ...["http://@127.0.0.1", "http:127.0.0.1", "http:\\\\127.0.0.1", " http://127.0.0.1", "http://127.0.0.1:99999"],
  ])("cannot be %j", (to) => {
    expect(problemsOf(["hooks.acme.dev", to])).toEqual([
      `hooks.acme.dev leads to "${to}", which is not http:// or https:// with a host and, if need be, a port, and nothing else`,
    ]);
  });

  it("is shortened in the message that refuses it", () => {
    const [problem] = problemsOf(["hooks.acme.dev", `http://127.0.0.1/${"a".repeat(10_000)}`]);
    expect(problem?.length).toBeLessThan(250);
  });
});

describe("routes", () => {
  it("are refused with everything that is wrong, and not taken in part", () => {
    expect(problemsOf(["a.dev", target], ["b dev", target], ["c.dev", "ftp://c"])).toHaveLength(2);
  });

  it("can be none", () => {
    expect(routesOf()).toEqual([]);
    expect(routeFor(new URL("http://hooks.acme.dev/"), [])).toBeNull();
  });
});

describe("a URL that is routed", () => {
  const routes = routesOf(
    ["hooks.acme.dev", target],
    ["pão.dev", "https://pao:8443"],
    ["10.0.0.1", "http://127.0.0.1:4000"],
    ["[::1]", "http://127.0.0.1:5000"],
    ["__proto__", "http://127.0.0.1:6000"],
  );

  it.each([
    { url: "https://hooks.acme.dev/pix?a=1&b=%20#c", leads: target, why: "whatever its path" },
    { url: "http://HOOKS.ACME.DEV:8443/Pix//", leads: target, why: "whatever its scheme, case and port" },
    { url: "http://hooks.acme.dev./pix", leads: target, why: "with a dot at its host's end" },
    { url: "http://hooks.acme.dev../pix", leads: target, why: "with two dots at its host's end" },
    { url: "https://xn--po-sia.dev/a", leads: "https://pao:8443", why: "by the name that DNS has" },
    { url: "https://PÃO.dev/a", leads: "https://pao:8443", why: "by the name that people have" },
    { url: "http://0xa000001/", leads: "http://127.0.0.1:4000", why: "by an address spelled otherwise" },
    { url: "http://[0:0::1]/", leads: "http://127.0.0.1:5000", why: "by an IPv6 address spelled otherwise" },
    { url: "http://__proto__/", leads: "http://127.0.0.1:6000", why: "by any host" },
  ])("$url leads to $leads: $why", ({ url, leads }) => {
    expect(routeFor(new URL(url), routes)?.target).toBe(leads);
  });

  it.each([
    ...["https://acme.dev/", "https://a.hooks.acme.dev/", "https://xhooks.acme.dev/", "https://hooks.acme.dev.br/"],
    ..."https://other.dev/hooks.acme.dev https://constructor/ https://hooks.acme.dev@other.dev/".split(" "),
    "http://10.0.0.2/",
  ])("is not %s", (url) => {
    expect(routeFor(new URL(url), routes)).toBeNull();
  });
});
