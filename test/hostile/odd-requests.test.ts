import { expect, test } from "vitest";
import { readHar } from "../../contracts/traffic/har-file.ts";
import { startHookedSandbox } from "../rules/checked-sandbox.ts";
import { FollowedEvents } from "../rules/followed-events.ts";
import { rowsOf } from "../rules/json-reading.ts";
import { request, type WireRequest } from "./connection.ts";
import { askedOperations } from "./documents.ts";

const json = "content-type: application/json";
const long = "%C3%A9".repeat(300);

/** What a client may send, and what stricter readers of hosts, URLs, JSON and headers would not take. */
const odd: readonly Partial<WireRequest>[] = [
  // Each of them names the sandbox by the rules of Host; a reader of URLs refuses most of them.
  ...["[fe80::1%eth0]", "[fe80::1%25eth0]:4400", "saldo:99999", "xn--a", "4294967296", "0x", "a_b", "-", "[::]:"].map(
    (host) => ({ host }),
  ),
  ...["?a=%", "?%zz=%ff", "?a=%ED%A0%80", "??", "?=&=", "?a[]=\\", "?a=b?c=d", `?${long}`, "?%00", "?__proto__=1"].map(
    (query) => ({ target: `/account-balance${query}` }),
  ),
  ...["/nowhere/%F0%9F%92%A9", "/nowhere/%00", `/nowhere/${long}`, "//nowhere", "/nowhere;x", "/nowhere/%2e%2e"].map(
    (target) => ({ target }),
  ),
  ...["%C3%A9", "%00", "%0d%0a", long, "__proto__", ".."].map((id) => ({ target: `/webhook/${id}/logs` })),
  { target: "http://[fe80::1%25eth0]:4400/account-balance?a=%" },
  { target: "HTTP://saldo:99999/account-balance" },
  { headers: ["origin: null", "referer: %", "traceparent: 00-%", "accept: */*;q=%", "cookie: =;\xff"] },
  { headers: ["user-agent: \xe9\x80\xff", "accept-language: x-\xff", "if-none-match: W/%"] },
  ...['{"value":"\\ud800"}', '{"__proto__":{"a":1}}', `${"[".repeat(9_000)}`, '{"\\ud800":"\\u0000"}', "%", "\xff"].map(
    (body) => ({ method: "POST", target: "/account-balance/withdraw", headers: [json], body }),
  ),
  ...["https://h.acme.dev/%", "https://h.acme.dev/?a=%ff&%", "https://h.acme.dev/\ud800", "https://é.dev/", "//"].map(
    (url) => {
      const body = JSON.stringify({ url, name: "\u202e %zz \ud800", events: ["charge.paid", "%"] });
      return { method: "POST", target: "/webhook", headers: [json], body };
    },
  ),
];

/** Lists and exports that need no parameters. */
const readings = askedOperations
  .filter(({ operation: { method, path, operationId } }) => {
    return method === "GET" && !path.includes("{") && !operationId.startsWith("stream");
  })
  .map(({ path }) => path);

test("whatever a client has sent, every list, export and stream of its world still answers, with all of it", async () => {
  await using sandbox = await startHookedSandbox();
  const { account, ask, url, apiKey } = sandbox;
  await account.settings({ webhookUrls: "any" });
  for (const path of ["/?a=%ff&%=%&token=%zz", "/%", "/;a=\\", "/?__proto__=x"]) {
    await account.webhook(["charge.paid"], `https://hooks.acme.dev${path}`);
  }
  await sandbox.charges.create({ total: 10_000, paid: true, externalId: "%zz \u202e \\u0000" });
  const before = new Map(
    await Promise.all(readings.map(async (path) => [path, (await ask("GET", path)).status] as const)),
  );

  const statuses: number[] = [];
  for (const wanted of odd) {
    const headers = [`x-api-key: ${apiKey}`, ...(wanted.headers ?? [])];
    statuses.push((await request(url, { method: "GET", target: "/account-balance", ...wanted, headers })).status);
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([]);

  for (const path of readings) expect(`${path} ${(await ask("GET", path)).status}`).toBe(`${path} ${before.get(path)}`);
  const calls = rowsOf(await ask("GET", "/sandbox/requests?limit=1000"), "requests");
  const har = await ask("GET", "/sandbox/requests/har");
  const entries = rowsOf(har, "log.entries");
  expect(entries).toHaveLength(calls.length + 4);
  const text = JSON.stringify(har.body);
  for (const host of ["[fe80::1%eth0]", "[fe80::1%25eth0]:4400", "saldo:99999"]) {
    expect(text).toContain(`"http://${host}/account-balance"`);
  }
  expect(readHar(text).length).toBeGreaterThan(0);
  await using events = await FollowedEvents.open(sandbox, { after: 0 });
  expect(await events.next(await account.position())).toHaveLength(await account.position());
});
