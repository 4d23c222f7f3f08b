import { describe, expect, test } from "vitest";
import { hostNameOf, trustedHosts } from "./trusted-host.ts";

describe("hostNameOf", () => {
  test.each([
    ["localhost", "localhost"],
    ["LocalHost:4400", "localhost"],
    ["localhost.:4400", "localhost"],
    ["saldo:", "saldo"],
    ["my_service-1", "my_service-1"],
    ["evil.example:4400", "evil.example"],
    ["127.0.0.1:4400", "127.0.0.1"],
    ["[::1]", "[::1]"],
    ["[::FFFF:127.0.0.1]:4400", "[::ffff:127.0.0.1]"],
    ["a".repeat(253), "a".repeat(253)],
  ])("%j names %j", (authority, name) => expect(hostNameOf(authority)).toBe(name));

  test.each([
    "",
    ":4400",
    ".",
    ".localhost",
    "localhost..",
    "a..b",
    "::1",
    "[::1",
    "[::1]x",
    "[evil.example]",
    "[127.0.0.1]",
    "localhost:80:80",
    "localhost:x",
    "localhost:123456",
    "user@localhost",
    "evil.example, localhost",
    "localhost\tevil.example",
    "evil.example/localhost",
    "http://localhost",
    "%6cocalhost",
    "sald\u00f5",
    "a".repeat(254),
  ])("%j names no host", (authority) => expect(hostNameOf(authority)).toBeNull());
});

describe("a sandbox answers", () => {
  const isTrusted = trustedHosts(["Saldo.Acme.dev.", "sandbox.test"]);

  test.each([
    ["127.0.0.1", true],
    ["0.0.0.0", true],
    ["192.168.0.7", true],
    ["[::1]", true],
    ["localhost", true],
    ["app.localhost", true],
    ["a.b.localhost", true],
    ["saldo", true],
    ["host.docker.internal", true],
    ["saldo.local", true],
    ["saldo.acme.dev", true],
    ["sandbox.test", true],
    ["evil.example", false],
    ["127.0.0.1.evil.example", false],
    ["1.2.3.4.5", false],
    ["127.1", false],
    ["0177.0.0.1", false],
    ["localhost.evil.example", false],
    ["evillocalhost.example", false],
    ["internal.example", false],
    ["www.saldo.acme.dev", false],
    ["acme.dev", false],
    ["notsandbox.test", false],
  ])("%s: %s", (name, isAnswered) => expect(isTrusted(name)).toBe(isAnswered));
});
