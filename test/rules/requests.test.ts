import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { interfaceWith, renamed } from "../hostile/interface-with.ts";
import { type CheckedSandbox, it, startAt, startCheckedSandbox } from "./checked-sandbox.ts";
import { only, type Row, rowsOf } from "./json-reading.ts";

const withdraw = "/account-balance/withdraw";
const redacted = "[redacted]";

async function received({ ask }: Pick<CheckedSandbox, "ask">, query = ""): Promise<readonly Row[]> {
  return rowsOf(await ask("GET", `/sandbox/requests${query}`), "requests");
}

/** A call whose body is sent as it is written. */
function send(
  { url, apiKey }: Pick<CheckedSandbox, "url" | "apiKey">,
  path: string,
  body: string,
  type = "application/json",
) {
  return fetch(url + path, { method: "POST", headers: { "x-api-key": apiKey, "content-type": type }, body });
}

describe("the calls that a world has received", () => {
  it("are listed newest first, with what was sent and answered", async () => {
    const wallClock = () => Date.parse("2030-01-01T00:00:00Z");
    await using sandbox = await startCheckedSandbox({ wallClock });
    const { account, ask } = sandbox;
    await account.balance();
    const answer = await account.initiate(50_000);
    const { companyId } = sandbox.companies[0] ?? {};
    const [second, first, ...none] = await received(sandbox);
    expect(none).toEqual([]);
    expect(second).toEqual({
      requestId: 2,
      position: expect.any(Number),
      at: startAt,
      receivedAt: "2030-01-01T00:00:00.000Z",
      companyId,
      method: "POST",
      path: withdraw,
      operationId: "initiateWithdrawal",
      requestBody: { value: 50_000 },
      status: 201,
      fault: null,
      outcome: "initiated",
      durationMs: expect.any(Number),
      responseBody: answer.body,
    });
    expect(first).toMatchObject({
      requestId: 1,
      method: "GET",
      operationId: "getBalance",
      requestBody: null,
      status: 200,
    });
    expect(await received(sandbox, "?limit=1")).toMatchObject([{ requestId: 2 }]);
    expect(await received(sandbox, "?operationId=getBalance")).toMatchObject([{ requestId: 1 }]);
    const refused = await ask("GET", "/sandbox/requests?operationId=getBalances");
    expect([refused.status, refused.text("detail")]).toEqual([400, expect.stringContaining("`initiateWithdrawal`")]);
  });

  it("are those of all its companies, and of no other world", async ({ sandbox }) => {
    await using other = await startCheckedSandbox();
    const company = await sandbox.ask("POST", "/sandbox/companies", {});
    await sandbox.as(company.text("apiKey"))("GET", "/account-balance");
    await other.account.history();
    expect(await received(sandbox)).toMatchObject([
      { operationId: "getBalance", companyId: company.text("companyId") },
    ]);
    expect(await received(other)).toMatchObject([{ requestId: 1, operationId: "listWithdrawals" }]);
  });

  it("are those with a valid key, whatever their path, and none of the control plane", async ({ sandbox, ask }) => {
    const { as } = sandbox;
    await as(null)("GET", "/account-balance");
    await as("sk_sandbox_wrong")("GET", "/account-balance");
    await as(null)("GET", "/nowhere");
    await ask("GET", "/sandbox/world");
    await ask("GET", "/sandbox/nowhere");
    expect(await received(sandbox)).toEqual([]);
    await ask("GET", "/nowhere?page=2");
    await ask("DELETE", "/v1/account-balance");
    await ask("POST", withdraw, {});
    expect(await received(sandbox)).toMatchObject([
      { operationId: "initiateWithdrawal", requestBody: {}, status: 400, outcome: "request-malformed" },
      { operationId: null, method: "DELETE", path: "/v1/account-balance", status: 405, outcome: "method-not-allowed" },
      { operationId: null, path: `/nowhere?page=${redacted}`, status: 404, outcome: "route-unknown" },
    ]);
  });

  it("say the path as it was called, with the query", async ({ sandbox }) => {
    await sandbox.ask("GET", "/v1/account-balance/withdraw-fee?value=150000");
    expect(only(await received(sandbox))).toMatchObject({
      path: "/v1/account-balance/withdraw-fee?value=150000",
      operationId: "simulateWithdrawalFee",
    });
    const head = { method: "HEAD", headers: { "x-api-key": sandbox.apiKey } };
    await fetch(`${sandbox.url}/account-balance`, head);
    const [newest] = await received(sandbox);
    expect(newest).toMatchObject({ method: "HEAD", operationId: "getBalance", status: 200, responseBody: null });
  });

  it("survive every rewind and reset", async ({ sandbox, ask, account }) => {
    await ask("POST", "/sandbox/bookmarks", { name: "before" });
    await account.open(1_000);
    await account.rewind({ bookmark: "before" });
    await account.balance();
    await ask("POST", "/sandbox/reset");
    await account.balance();
    const calls = await received(sandbox);
    expect(calls.map(({ requestId, operationId }) => [requestId, operationId])).toEqual([
      [3, "getBalance"],
      [2, "getBalance"],
      [1, "initiateWithdrawal"],
    ]);
  });

  it("are the last thousand", async ({ sandbox, ask }) => {
    for (let i = 0; i < 1_003; i += 17) {
      await Promise.all(Array.from({ length: Math.min(17, 1_003 - i) }, () => ask("GET", "/webhook/events")));
    }
    await ask("GET", "/account-balance");
    const calls = await received(sandbox, "?limit=1000");
    expect(calls).toHaveLength(1_000);
    expect([calls.at(0)?.requestId, calls.at(-1)?.requestId]).toEqual([1_004, 5]);
    expect(new Set(calls.map(({ requestId }) => requestId)).size).toBe(1_000);
    expect(await received(sandbox, "?operationId=getBalance&limit=1000")).toMatchObject([{ requestId: 1_004 }]);
    const { outcomes } = await sandbox.worldCoverage();
    const counted = outcomes.find(({ operationId }) => operationId === "listWebhookEvents");
    expect(counted?.count).toBe(1_003);
  });

  it("are cut where they are long, and say so", async ({ sandbox }) => {
    const webhook = { url: "https://hooks.acme.dev/", name: "x".repeat(20_000), events: ["charge.paid"] };
    await sandbox.ask("POST", "/webhook", webhook);
    const [long] = await received(sandbox);
    expect(long?.status).toBe(400);
    expect(long?.requestBody).toMatch(
      /^\(cut: the first 8192 of 20\d{3} characters\) \{"url":"https:\/\/hooks.acme.dev\/","name":"xxx/,
    );
    expect(String(long?.requestBody).length).toBeLessThan(8_300);
    await send(sandbox, "/webhook", "x".repeat(20_000));
    expect((await received(sandbox))[0]?.requestBody).toBe("(not shown: 20000 bytes that are no JSON text)");
    await send(sandbox, "/webhook", JSON.stringify("x".repeat(20_000)));
    expect((await received(sandbox))[0]?.requestBody).toBe("(not shown: 20002 bytes that are no JSON object)");
    for (let i = 0; i < 50; i += 1) {
      await sandbox.ask("POST", "/webhook", {
        ...webhook,
        name: `x${i}`,
        url: `https://hooks.acme.dev/${"a".repeat(200)}`,
      });
    }
    await sandbox.ask("GET", "/webhook");
    const [listed] = await received(sandbox);
    expect(listed?.responseBody).toMatch(/^\(cut: the first 8192 of \d+ characters\) \{"status":200/);
    expect(String(listed?.responseBody).length).toBeLessThan(8_300);
  });
});

describe("of a call's body is shown", () => {
  it("what the operation expects, and nothing that it does not know", async ({ sandbox }) => {
    await sandbox.ask("POST", withdraw, { value: "50000", note: "rent", nested: { deep: [1, 2] } });
    await sandbox.ask("POST", "/webhook", {
      url: ["https://hooks.acme.dev"],
      name: { first: 1 },
      events: ["charge.paid", 7],
    });
    const [webhook, withdrawal] = await received(sandbox);
    expect(withdrawal?.requestBody).toEqual({ value: "50000", note: redacted, nested: redacted });
    expect(webhook?.requestBody).toEqual({ url: redacted, name: redacted, events: ["charge.paid", 7] });
  });

  it("not what is no JSON: only its length", async ({ sandbox }) => {
    for (const body of [
      '{"withdrawId":"wdr_1","otpCode":"482915"',
      '{"otpCode":"482915","otpCode":"482916"}',
      "\u0000482915",
    ]) {
      await send(sandbox, `${withdraw}/confirm`, body);
      const [call] = await received(sandbox);
      expect(call).toMatchObject({
        status: 400,
        requestBody: `(not shown: ${body.length} bytes that are no JSON text)`,
      });
    }
    await send(sandbox, `${withdraw}/confirm`, '"482915"');
    const [value] = await received(sandbox);
    expect(value?.requestBody).toBe("(not shown: 8 bytes that are no JSON object)");
    await send(sandbox, `${withdraw}/confirm`, "otpCode=482915", "application/x-www-form-urlencoded");
    const [form] = await received(sandbox);
    expect(form).toMatchObject({ status: 415, requestBody: "(not shown: 14 bytes that were not read)" });
  });

  it("neither a code nor a secret, also where an overlay calls them otherwise", async () => {
    const body = "$.paths['/account-balance/withdraw/confirm'].post.requestBody.content['application/json'].schema";
    const created = "$.components.responses.WebhookCreated.content['application/json'].schema";
    const interfaceDocument = await interfaceWith(
      ...renamed(body, "otpCode", "token", { type: "string", minLength: 4, maxLength: 12 }),
      { target: `${created}..properties.secret`, remove: true },
      { target: `${created}..required[?@ == 'secret']`, remove: true },
      {
        target: `${created}`,
        update: {
          properties: {
            signing: { type: "object", "x-value": "$", properties: { key: { type: "string", "x-value": "secret" } } },
          },
        },
      },
    );
    await using sandbox = await startSandbox({ interfaceDocument });
    const { ask } = sandbox;
    await ask("POST", "/account-balance/withdraw", { value: 10_000 });
    const message = (await ask("GET", "/sandbox/inbox")).at("messages.0");
    const { withdrawId, otpCode } = Object(message);
    await ask("POST", `${withdraw}/confirm`, { withdrawId, token: "hunter2" });
    await ask("POST", `${withdraw}/confirm`, { withdrawId, token: "x" });
    await ask("POST", `${withdraw}/confirm`, { withdrawId, token: otpCode });
    const webhook = await ask("POST", "/webhook", {
      url: "https://hooks.acme.dev/",
      name: "A",
      events: ["charge.paid"],
    });
    const secret = webhook.text("signing.key");
    expect(secret).toMatch(/^whsec_/);
    const calls = await received(sandbox);
    expect(calls.slice(1, 4).map(({ requestBody }) => requestBody)).toEqual(
      Array(3).fill({ withdrawId, token: redacted }),
    );
    expect(Object(calls[0]?.responseBody).signing).toEqual({ key: redacted });
    const said = JSON.stringify(calls);
    for (const hidden of ["hunter2", otpCode, secret]) expect(said).not.toContain(hidden);
  });
});

describe("API keys and webhook secrets of Saldo's own", () => {
  it("are hidden wherever they stand, in the answer, too", async ({ sandbox, account, ask }) => {
    const apiKey = (await ask("POST", "/sandbox/companies", {})).text("apiKey");
    const { secret } = await account.webhook(["charge.paid"]);
    for (const hidden of [apiKey, secret]) {
      const url = `https://hooks.acme.dev/${hidden}`;
      await ask("POST", "/webhook", { url, name: `x ${hidden}!`, events: [hidden], [hidden]: 1 });
      await ask("POST", "/webhook", { url, name: hidden, events: ["charge.paid"] });
      for (const target of [`/nothing/${hidden}.json`, `/webhook/${hidden}/logs`, `/webhook?${hidden}`])
        await ask("GET", target);
    }
    await ask("GET", "/webhook");
    const calls = await received(sandbox);
    expect(calls).toHaveLength(12);
    const said = JSON.stringify(calls);
    for (const hidden of [apiKey, secret]) expect(said).not.toContain(hidden);
    expect(calls[1]).toMatchObject({ path: `/webhook?${redacted}` });
    expect(calls[0]?.responseBody).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ name: redacted })]),
    });
    expect(await received(sandbox)).toEqual(calls);
  });

  it("and everything else that the document names is shown", async ({ sandbox, ask }) => {
    const { webhookId } = await sandbox.account.webhook(["charge.paid"]);
    const [shown] = await received(sandbox);
    expect(shown?.responseBody).toMatchObject({ data: { webhookId, secret: redacted } });
    const webhook = { url: "http://127.0.0.1/hook", name: 'Payments 482915, "quoted"', events: ["charge.paid"] };
    await ask("POST", "/webhook", webhook);
    const path = "/webhook/whk_123456abcdef654321abcdef/logs";
    await ask("GET", path);
    const [logs, second] = await received(sandbox);
    expect(second).toMatchObject({ requestBody: webhook });
    expect(logs).toMatchObject({ path, responseBody: { message: expect.any(String) } });
    expect(JSON.stringify(logs)).not.toContain(redacted);
  });
});

it("hundreds of calls with long secrets need little memory, and others are answered while they are listed", async () => {
  const args = ["--max-old-space-size=64", "--input-type=module", "--eval", longSecrets];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  const { turns, requests } = JSON.parse(stdout);
  expect(requests).toHaveLength(300);
  expect(requests[0]).toMatchObject({
    path: expect.stringContaining("(cut: the first 1024 of 60005 characters)"),
    requestBody: expect.stringMatching(/^\(cut: .*"otpCode":"\[redacted\]"/),
  });
  expect(turns).toBeGreaterThan(100);
});

/** The server's part in such calls, without the server: what it reads is kept nowhere else. */
const longSecrets = `
  const { requestHandlers } = await import("${new URL("../../src/http/control/requests.ts", import.meta.url)}");
  const { RequestJournals } = await import("${new URL("../../src/http/journal/request-journals.ts", import.meta.url)}");
  const text = { type: "string" };
  const schema = { type: "object", properties: { otpCode: text, withdrawId: text } };
  const key = "k".repeat(38);
  const journals = new RequestJournals(() => 0, undefined, () => undefined);
  const parameters = { query: [], path: [], header: [], cookie: [] };
  journals.learn([{ operationId: "confirm", body: { schema }, parameters, responses: [] }]);
  const world = { known: { at: 0 }, openCodes: [] };
  for (let i = 0; i < 300; i += 1) {
    const long = String(i) + "a".repeat(125_000);
    const request = { method: "POST", url: "/x" + "y".repeat(60_000) + i, headers: { "x-api-key": key } };
    const text = Buffer.from(JSON.stringify({ otpCode: long, withdrawId: key + " " + long })).toString();
    journals.receive({ world, companyId: "c" }, request, "confirm").hasBody(text, JSON.parse(text));
  }
  let turns = 0;
  let listed = false;
  const turn = () => (listed ? undefined : setImmediate(turn, (turns += 1)));
  turn();
  const { requests } = await requestHandlers(journals).listRequests.answer({ query: { limit: 1_000 } }, { world });
  listed = true;
  console.log(JSON.stringify({ turns, requests }));
`;

it("a stream of calls ends with its world", async ({ sandbox }) => {
  const made = await sandbox.ask("POST", "/sandbox/worlds", {});
  const headers = { "x-api-key": made.text("companies.0.apiKey") };
  const { body } = await fetch(`${sandbox.url}/sandbox/requests/stream`, { headers });
  const read = body?.pipeThrough(new TextDecoderStream()).getReader();
  await read?.read();
  await sandbox.as(null)("DELETE", `/sandbox/worlds/${made.text("worldId")}`);
  while (!((await read?.read())?.done ?? true));
});
