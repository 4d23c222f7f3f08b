import { expect, test } from "vitest";
import { createSandbox } from "../sandbox.ts";
import { startSandbox } from "./start-sandbox.ts";

test.each([
  [{ fixture: "nope" }, /nope.*allowed.*default/s],
  [{ fixture: { companies: 3 } }, /companies/],
  [{ startAt: "yesterday" }, /startAt/],
  [{ startAt: "2026-03-02T12:00:00" }, /startAt/],
  [{ clock: { mode: "running" as const, rate: -3 } }, /rate/],
  [{ routes: { "hooks.acme.dev": "nowhere" } }, /hooks\.acme\.dev/],
  [{ settings: { withdrawalFee: -1 } }, /settings are not usable: .*withdrawalFee must be/],
])("what a sandbox cannot begin with is told: %j", async (options, sentence) => {
  await expect(startSandbox(options)).rejects.toThrow(sentence);
});

test.each([null, [], "default"])("what is no object of options is an error: %j", async (options) => {
  await expect(Reflect.apply(startSandbox, undefined, [options])).rejects.toThrow(
    "startSandbox takes an object of options, such as { fixture: … }",
  );
});

test.each([
  [{ sead: 1 }, /no option "sead"; is it seed\?/],
  [{ port: 20405 }, /no option "port"; allowed are fixture, seed/],
  [{ tls: { cret: "a" } }, /no option "cret"; is it cert\?/],
  [{ tls: { client: { kee: "a" } } }, /client of tls has no option "kee"; is it key\?/],
  [{ tls: { cert: "a" } }, /key must be of the type string, not undefined/],
  [{ clock: { mod: "running" } }, /clock has no option "mod"; is it mode\?/],
  [{ listen: "no" }, /listen must be of the type boolean, not string/],
  [{ routes: null }, /routes must be of the type object, not null/],
  [{ routes: { "hooks.acme.dev": 3000 } }, /hooks\.acme\.dev.*"3000"/],
  [{ deliverTo: {} }, /deliverTo must be of the type function, not object/],
  [{ adminToken: 5 }, /adminToken must be of the type string, not number/],
])("an option that is unknown, or of another type, is an error: %j", async (options: object, sentence) => {
  await expect(startSandbox(options)).rejects.toThrow(sentence);
});

test("a part of a sandbox that does not exist is an error", async () => {
  const misspelt = Reflect.apply(createSandbox, undefined, [{ stor: 1 }]);
  await expect(misspelt).rejects.toThrow('createSandbox has no option "stor"; is it store?');
});

test("an option that is undefined says the same as one that is left out", async () => {
  const names = "fixture seed startAt clock routes tls store courier about memory hosts".split(" ");
  const all = Object.fromEntries(names.map((name) => [name, undefined]));
  await using sandbox = await startSandbox(all);
  expect((await sandbox.clock.read()).now).toBe("2026-03-02T12:00:00.000Z");
});

test("worlds begin with the settings that are given, also after a reset, unless their fixture says otherwise", async () => {
  await using sandbox = await startSandbox({ settings: { withdrawalFee: 137, manualApproval: false } });
  const settings = () => sandbox.settings.read();
  expect(await settings()).toMatchObject({ withdrawalFee: 137, manualApproval: false });
  await sandbox.settings.change({ withdrawalFee: 9 });
  await sandbox.history.reset();
  expect(await settings()).toMatchObject({ withdrawalFee: 137 });
  await using other = await sandbox.world({ fixture: "pending-review" });
  expect(await other.settings.read()).toMatchObject({ withdrawalFee: 137, manualApproval: true });
});

test("a sandbox begins with a fixture of any size, and without anything else", async () => {
  const charges = Array.from({ length: 3_000 }, (_, i) => ({
    status: "PENDING",
    total: i + 1,
    externalId: `order ${i}`.padEnd(60, "."),
  }));
  await using sandbox = await startSandbox({ fixture: { companies: [{ charges }] } });
  const { body } = await sandbox.ask("GET", "/sandbox/worlds");
  expect(body).toEqual({ worlds: [expect.objectContaining({ worldId: sandbox.worldId, fixture: "inline" })] });
  const [newest] = (await sandbox.charges.list({ limit: 1 })).charges;
  expect(newest?.total).toBe(3_000);
});

test("a sandbox tells the address of the page that shows its world", async () => {
  await using sandbox = await startSandbox();
  expect(sandbox.pageUrl).toBe(`${sandbox.url}/sandbox/ui/#key=${sandbox.apiKey}`);
});

test("stop() ends a sandbox once, also where `await using` would end it again", async () => {
  await using sandbox = await startSandbox();
  await using world = await sandbox.world();
  await Promise.all([world.stop(), world.stop()]);
  expect((await world.ask("GET", "/account-balance")).status).toBe(401);
  expect((await sandbox.ask("GET", "/account-balance")).status).toBe(200);
  await Promise.all([sandbox.stop(), sandbox.stop()]);
  await expect(sandbox.clock.read()).rejects.toThrow("got no answer");
});
