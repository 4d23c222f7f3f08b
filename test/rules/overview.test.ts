import { describe, expect } from "vitest";
import { defaultSettings } from "../../src/domain/settings.ts";
import { fixtureNames } from "../../src/engine/beginning/fixture/fixture-files.ts";
import { version } from "../../src/version.ts";
import { it, startCheckedSandbox, startHookedSandbox } from "./checked-sandbox.ts";
import { only, rowsOf } from "./json-reading.ts";

describe("the server", () => {
  it("tells its version, its store and its limits, and what worlds can begin from", async ({ sandbox }) => {
    expect((await sandbox.ask("GET", "/sandbox/about")).body).toEqual({
      ...{ version, store: "memory", egress: "routes", sendsMail: false, needsAdminToken: false },
      ...{ historyEvents: 100_000, advanceEvents: 1_000_000, settings: defaultSettings },
    });
    const fixtures = rowsOf(await sandbox.ask("GET", "/sandbox/fixtures"), "fixtures");
    expect(fixtures.map(({ name }) => name)).toEqual(await fixtureNames());
    expect(fixtures.filter(({ description }) => description === "")).toEqual([]);
  });

  it("tells the settings that worlds begin with here", async () => {
    await using sandbox = await startCheckedSandbox({ settings: { webhookUrls: "any" } });
    const settings = { ...defaultSettings, webhookUrls: "any" };
    expect((await sandbox.ask("GET", "/sandbox/about")).body).toMatchObject({ settings });
  });
});

it("the summary counts what waits for a decision, in a company and for the review of all", async () => {
  await using sandbox = await startHookedSandbox(500);
  const { account, ask } = sandbox;
  const zero = { awaitingCode: 0, pendingReview: 0, failedDeliveries: 0, inactiveWebhooks: 0, faults: 0, messages: 0 };
  expect((await ask("GET", "/sandbox/summary")).body).toMatchObject(zero);
  await account.settings({ manualApproval: true });
  await account.openConfirmed(1_000);
  await account.webhook(["charge.paid"]);
  await account.charge({ total: 100, paid: true });
  await account.advance({ by: "PT2M" });
  await account.open(1_000);
  await ask("POST", "/sandbox/faults", { kind: "reset", operationId: "getBalance" });
  const position = await account.position();
  const counts = {
    awaitingCode: 1,
    pendingReview: 1,
    failedDeliveries: 1,
    inactiveWebhooks: 1,
    faults: 1,
    messages: 2,
  };
  expect((await ask("GET", "/sandbox/summary")).body).toEqual({ position, ...counts });
  const added = await ask("POST", "/sandbox/companies", {});
  const other = sandbox.accountOf(added.text("apiKey"));
  const others = { ...zero, pendingReview: 1, faults: 1, position: await account.position() };
  expect((await other.ask("GET", "/sandbox/summary")).body).toEqual(others);
});

it("withdrawals of all companies are listed newest first, selected, in pages", async ({ sandbox, account, ask }) => {
  const added = await ask("POST", "/sandbox/companies", { balance: 10_000 });
  const other = sandbox.accountOf(added.text("apiKey"));
  const paid = await account.openConfirmed(1_000);
  await account.settings({ manualApproval: true });
  const [own, foreign] = [await account.openConfirmed(1_000), await other.openConfirmed(2_000)];
  const ids = async (query: string) =>
    rowsOf(await ask("GET", `/sandbox/withdrawals${query}`), "withdrawals").map(({ withdrawId }) => withdrawId);
  expect(await ids("")).toEqual([foreign, own, paid]);
  expect(await ids("?status=PENDING_REVIEW")).toEqual([foreign, own]);
  expect(await ids(`?companyId=${added.text("companyId")}`)).toEqual([foreign]);
  expect(await ids("?limit=1")).toEqual([foreign]);
  expect(await ids(`?limit=1&after=${foreign}`)).toEqual([own]);
  expect(await ids(`?after=${paid}`)).toEqual([]);
  expect((await ask("GET", "/sandbox/withdrawals?status=OPEN")).status).toBe(400);
});

it("many deliveries are made again: those that failed, to active webhooks, since an instant", async () => {
  await using sandbox = await startHookedSandbox([...Array(10).fill(500), "ok"]);
  const { account, ask, receiver } = sandbox;
  const { webhookId } = await account.webhook(["charge.paid"]);
  const fail = async () => {
    await account.charge({ total: 100, paid: true });
    await account.advance({ by: "PT2M" });
  };
  await fail();
  expect((await ask("POST", "/sandbox/deliveries/redeliver", {})).body).toMatchObject({ requeued: 0, skipped: 1 });
  await ask("POST", `/sandbox/webhooks/${webhookId}/reactivate`);
  await fail();
  await ask("POST", `/sandbox/webhooks/${webhookId}/reactivate`);
  const { createdAt } = only((await account.deliveries()).slice(0, 1));
  const since = await ask("POST", "/sandbox/deliveries/redeliver", { since: createdAt });
  expect(since.body).toMatchObject({ requeued: 1, skipped: 0 });
  await account.quiet();
  const rest = await ask("POST", "/sandbox/deliveries/redeliver", { webhookId });
  expect([rest.status, rest.at("requeued")]).toEqual([202, 1]);
  await account.quiet();
  expect(receiver.requests).toHaveLength(12);
  expect((await account.deliveries()).map(({ state }) => state)).toEqual(["DELIVERED", "DELIVERED"]);
  expect((await ask("POST", "/sandbox/deliveries/redeliver", { state: "PENDING" })).status).toBe(400);
});

it("X-Saldo-Company lets a key act as another company; it names an unknown one", async ({ sandbox, account, ask }) => {
  const added = await ask("POST", "/sandbox/companies", { balance: 10_000, name: "Outra" });
  const companyId = added.text("companyId");
  const as = { "x-saldo-company": companyId };
  expect((await ask("GET", "/sandbox/company", undefined, as)).at("name")).toBe("Outra");
  await account.settings({ manualApproval: true });
  const withdrawId = await sandbox.accountOf(added.text("apiKey")).openConfirmed(2_000);
  expect((await ask("POST", `/sandbox/withdrawals/${withdrawId}/approve`)).status).toBe(404);
  const approved = await ask("POST", `/sandbox/withdrawals/${withdrawId}/approve`, undefined, as);
  expect([approved.status, approved.at("status")]).toEqual([200, "APPROVED"]);
  const unknown = await ask("GET", "/sandbox/company", undefined, { "x-saldo-company": "com_unknown" });
  expect([unknown.status, unknown.at("problems.0.at")]).toEqual([400, "headers/X-Saldo-Company"]);
});

it("the list of worlds tells what each waits for; a new key opens one of it", async ({ sandbox, account, ask }) => {
  const { worldId } = sandbox;
  await account.open(1_000);
  const listed = only(rowsOf(await ask("GET", "/sandbox/worlds"), "worlds").filter((row) => row.worldId === worldId));
  expect(listed).toMatchObject({
    stopped: false,
    clock: "frozen",
    openWithdrawals: 1,
    pendingReview: 0,
    failedDeliveries: 0,
  });
  expect(Object(listed).companies).toMatchObject([{ companyId: sandbox.companies[0]?.companyId }]);
  const keysOf = (world: string, company: string) => ask("POST", `/sandbox/worlds/${world}/companies/${company}/keys`);
  const { companyId = "" } = sandbox.companies[0] ?? {};
  const made = await keysOf(worldId, companyId);
  expect(made.status).toBe(201);
  const second = sandbox.accountOf(made.text("apiKey"));
  expect(await second.balance()).toBe(await account.balance());
  await account.reset();
  expect(await second.balance()).toBe(await account.balance());
  expect((await keysOf("unknown", companyId)).at("code")).toBe("WORLD_UNKNOWN");
  expect((await keysOf(worldId, "com_unknown")).at("code")).toBe("COMPANY_UNKNOWN");
});

it("calls are listed by status and number, and streamed as they end", async ({ sandbox, account, ask }) => {
  const stream = await fetch(`${sandbox.url}/sandbox/requests/stream`, { headers: { "x-api-key": sandbox.apiKey } });
  const reader = (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  await account.open(1_000);
  await account.initiate(1_000);
  let told = "";
  while ((told.match(/^data: /gm) ?? []).length < 2) told += (await reader.read()).value ?? "";
  await reader.cancel();
  const calls = told.split("\n").flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6))] : []));
  expect(calls).toMatchObject([{ operationId: "initiateWithdrawal", status: 201 }, { status: 409 }]);
  const numbers = async (query: string) =>
    rowsOf(await ask("GET", `/sandbox/requests${query}`), "requests").map(({ requestId }) => requestId);
  const [newest, oldest] = await numbers("");
  expect(await numbers("?status=409")).toEqual([newest]);
  expect(await numbers(`?before=${newest}`)).toEqual([oldest]);
});

it("events are listed of several types, and without what a rewind left", async ({ account, ask }) => {
  await account.bookmark("before");
  await account.charge({ total: 100, paid: true });
  await account.rewind({ bookmark: "before" });
  await account.charge({ total: 200, paid: true });
  const types = async (query: string) =>
    rowsOf(await ask("GET", `/sandbox/events?type=ChargePaid,BookmarkSet&limit=1000${query}`), "events").map(
      ({ type }) => type,
    );
  const all = await types("");
  expect(all.filter((type) => type === "BookmarkSet")).toHaveLength(1);
  expect(await types("&branch=live")).toHaveLength(all.length - 1);
});
