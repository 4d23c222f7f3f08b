import { describe, expect, test } from "vitest";
import { exposureWarning, urlOf } from "./listening.ts";

const at = (address: string) => [{ address, family: address.includes(":") ? "IPv6" : "IPv4", port: 4400 }];

test.each([
  ["0.0.0.0", "http://0.0.0.0:4400"],
  ["::", "http://[::]:4400"],
  ["::1", "http://[::1]:4400"],
])("what listens on %s is at %s", (address, url) => {
  expect(urlOf(at(address))).toBe(url);
});

describe("the warning of who can reach it", () => {
  test.each(["127.0.0.1", "127.0.0.2", "::1"])("is not for %s, which is this machine alone", (address) => {
    expect(exposureWarning(at(address), undefined, true)).toBeNull();
  });

  test.each(["0.0.0.0", "::", "192.168.0.7", "10.0.0.1"])("is for %s", (address) => {
    expect(exposureWarning(at(address), undefined, true)).toBe(
      `other machines can reach ${urlOf(at(address))}, without an admin token and with the API key sandbox-key, which is public. They can create and delete worlds and read one-time codes and move the clock. To prevent that, set SALDO_ADMIN_TOKEN and begin a new world with your own SALDO_API_KEY, or let only this machine reach it: HOST=127.0.0.1, or for a container --publish 127.0.0.1:4400:4400.`,
    );
  });

  test("names what is missing: a token, or a key that is not public", () => {
    expect(exposureWarning(at("0.0.0.0"), undefined, false)).toMatch(
      /4400, without an admin token\. .* To prevent that, set SALDO_ADMIN_TOKEN, or/,
    );
    expect(exposureWarning(at("0.0.0.0"), "token", true)).toMatch(/begin a new world with your own SALDO_API_KEY, or/);
    expect(exposureWarning(at("0.0.0.0"), "token", false)).toBeNull();
  });
});
