import { describe, expect, test } from "vitest";
import { sandboxOfTests } from "../sandbox-of-tests.ts";
import { answersIn, exchange, request, type WireRequest } from "./connection.ts";
import { expectMalformed, expectRefusal } from "./refusal.ts";
import { expectUnchanged } from "./world.ts";

const sandbox = await sandboxOfTests({ hosts: ["Saldo.Acme.dev"] });

function ask(wanted: Partial<WireRequest> = {}) {
  const headers = [`x-api-key: ${sandbox.apiKey}`, ...(wanted.headers ?? [])];
  return request(sandbox.url, { method: "GET", target: "/account-balance", ...wanted, headers });
}

const json = { headers: ["content-type: application/json"] };

/** The first bytes of an answer to what no client of ours would write. */
async function answerTo(lines: readonly string[], ...methods: readonly string[]) {
  const [answer] = answersIn(await exchange(sandbox.url, `${lines.join("\r\n")}\r\n\r\n`), methods);
  return answer;
}

describe("a host that is not trusted is refused with 421", () => {
  test.each<["interface" | "control", Partial<WireRequest>]>([
    ["interface", { target: "/nothing/here" }],
    ["interface", { target: "/%zz" }],
    ["interface", { target: `/webhook/${"a".repeat(15_000)}/logs` }],
    ["interface", { method: "OPTIONS", target: "*" }],
    ["interface", { headers: ["connection: upgrade", "upgrade: websocket"] }],
    ["interface", { headers: ["x-forwarded-host: localhost", "origin: http://evil.example"] }],
    ["interface", { method: "POST", target: "/account-balance/withdraw", body: '{"value":50000}', ...json }],
    ["control", { target: "/%73andbox/worlds" }],
    ["control", { target: "/sandbox/nothing/here" }],
    ["control", { method: "POST", target: "/sandbox/worlds", body: "{}", ...json }],
  ])("in the words of the %s document: %j", async (document, wanted) => {
    await expectUnchanged(sandbox, async () => {
      expectRefusal(document, await ask({ ...wanted, host: "evil.example:4400" }), 421, "HOST_NOT_ALLOWED");
    });
  });

  test("before its key is looked at, and without being noted as a call", async () => {
    const noted = (await sandbox.ask("GET", "/sandbox/requests")).body;
    const headers = ["x-api-key: wrong"];
    expect((await request(sandbox.url, { method: "GET", target: "/", host: "evil.example", headers })).status).toBe(
      421,
    );
    expect((await ask({ host: "evil.example" })).status).toBe(421);
    expect((await sandbox.ask("GET", "/sandbox/requests")).body).toEqual(noted);
  });

  test("also in HTTP/1.0", async () => {
    expect((await answerTo(["GET /account-balance HTTP/1.0", "host: evil.example"]))?.status).toBe(421);
  });

  test("which says what is allowed, and which variable allows more", async () => {
    const { data, message } = JSON.parse((await ask({ host: "Evil.example.:4400" })).text);
    expect(data).toEqual({ code: "HOST_NOT_ALLOWED" });
    expect(message).toMatch(/"evil\.example"/);
    expect(message).toMatch(/SALDO_HOSTS=evil\.example/);
    expect(message).toMatch(/--hosts/);
  });
});

describe("a trusted host is answered", () => {
  // Other names: src/http/security/trusted-host.test.ts.
  test.each(["127.0.0.1", "LOCALHOST:1", "saldo:4400", "SALDO.ACME.DEV.:443"])("%s", async (host) => {
    expect((await ask({ host })).status).toBe(200);
  });

  test("HTTP/1.0 needs none", async () => {
    const answer = await answerTo(["GET /account-balance HTTP/1.0", `x-api-key: ${sandbox.apiKey}`]);
    expect(answer?.status).toBe(200);
  });
});

describe("the host of an absolute target counts, too", () => {
  const absolute = (host: string) => `http://${host}/account-balance`;

  test.each([
    ["evil.example", "localhost", 421],
    ["localhost", "evil.example", 421],
    ["evil.example:4400", "evil.example:4400", 421],
    ["LOCALHOST:4400", "127.0.0.1", 200],
  ])("target %s, Host %s: %i", async (inTarget, host, status) => {
    for (const target of [absolute(inTarget), absolute(inTarget).replace("http:", "HTTPS:")]) {
      expect((await ask({ target, host })).status).toBe(status);
    }
  });

  test.each(["localhost@evil.example", "evil.example@localhost", ""])("http://%s/ is malformed", async (authority) => {
    expectMalformed("interface", await ask({ target: absolute(authority) }));
  });
});

test("nothing is tunnelled", async () => {
  for (const host of ["localhost:4400", "evil.example"]) {
    expect(await answerTo([`CONNECT ${host} HTTP/1.1`, `host: ${host}`])).toBeUndefined();
  }
});
