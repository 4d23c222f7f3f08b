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
    ...[
      ...["", ":4400", ".", ".localhost", "localhost..", "a..b", "::1", "[::1", "[::1]x", "[evil.example]"],
      ...["[127.0.0.1]"],
    ],
    ...["localhost:80:80", "localhost:x", "localhost:123456", "user@localhost", "evil.example, localhost"],
    ...["localhost\tevil.example", "evil.example/localhost", "http://localhost", "%6cocalhost", "sald\u00f5"],
    "a".repeat(254),
  ])("%j names no host", (authority) => expect(hostNameOf(authority)).toBeNull());
});

const isTrusted = trustedHosts(["Saldo.Acme.dev.", "sandbox.test"]);

test.each([
  ...["127.0.0.1", "0.0.0.0", "192.168.0.7", "[::1]", "localhost", "app.localhost", "a.b.localhost", "saldo"],
  ...["host.docker.internal", "saldo.local", "saldo.acme.dev", "sandbox.test"],
])("a sandbox answers %s", (name) => expect(isTrusted(name)).toBe(true));

test.each([
  ...["evil.example", "127.0.0.1.evil.example", "1.2.3.4.5", "127.1", "0177.0.0.1", "localhost.evil.example"],
  ...["evillocalhost.example", "internal.example", "www.saldo.acme.dev", "acme.dev", "notsandbox.test"],
])("a sandbox does not answer %s", (name) => expect(isTrusted(name)).toBe(false));
