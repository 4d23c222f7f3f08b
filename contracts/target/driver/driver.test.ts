import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startReceiver } from "../../../src/outbound/testing/receiver.ts";
import { readDriverFile } from "./driver-file.ts";
import { FileDriver } from "./file-driver.ts";

const { signal } = new AbortController();

const request = { withdrawId: "w1", valueCents: 101, mayPay: false, known: [], sentAfter: 0, apiKey: "k" };

function driverOf(yaml: string): FileDriver {
  return new FileDriver(readDriverFile(yaml, "driver.yaml"), { signal });
}

/** Answers every request with what it was. */
function echo() {
  return startReceiver(({ method, path: url, body }, respond) => {
    const said = body.length === 0 ? null : JSON.parse(body.toString());
    respond({ status: 200, body: JSON.stringify({ method, url, body: said }) });
  });
}

test("the driver of a deployment has all but the settings", () => {
  const file = readFileSync(new URL("testing/deployment.driver.yaml", import.meta.url), "utf8");
  const { capabilities, readsCodes } = driverOf(file);
  expect([capabilities.size, capabilities.has("change-settings"), readsCodes]).toEqual([13, false, true]);
});

test("a request is filled with what is given, and what is missing of its body is left out", async () => {
  await using server = await echo();
  const driver = driverOf(`
base: ${server.url}
make-charge:
  request: POST /charges/{externalId}
  body: { total: "{total}", externalId: "{externalId}", customer: "{customer}", note: "of {total} cents" }
  take: { chargeId: $.url, said: $.body }
`);
  expect(await driver.act("make-charge", { total: 500, externalId: "a/b" })).toEqual({
    chargeId: "/charges/a%2Fb",
    said: { total: 500, externalId: "a/b", note: "of 500 cents" },
  });
});

test("a command gets quoted values, and what it prints is the result", async () => {
  const driver = driverOf("make-charge: { command: 'printf %s {total}' }");
  expect(await driver.act("make-charge", { total: "$(id); 'x'" })).toEqual({ chargeId: "$(id); 'x'" });
});

test("a command for codes may print the whole e-mail", async () => {
  const mail = "Pedido 2026-881234567, CEP 01310-100. O seu codigo: 048213";
  const driver = driverOf(`read-code: { command: 'echo "${mail}"' }`);
  expect(await driver.read(request, signal)).toEqual({ code: "048213" });
});

test("a code and a setting may not be there: the one is asked for again, and the other is left out", async () => {
  let asked = 0;
  const replies = [{ status: 404 }, { status: 204 }, { status: 200, body: '{"code":"048213"}' }];
  await using server = await startReceiver((_, respond) =>
    respond(replies[asked++] ?? { status: 200, body: '{"fee":5}' }),
  );
  const driver = driverOf(`
read-code: { request: GET ${server.url}/mail, take: { code: $.code } }
read-settings: { request: GET ${server.url}/settings, take: { withdrawalFee: $.fee, retention: $.retention } }
`);
  expect(await driver.read(request, signal)).toEqual({ code: "048213" });
  expect(await driver.readSettings()).toEqual({ withdrawalFee: 5 });
});

test("settings go out as they are: a body takes a member of one, and a command gets JSON", async () => {
  await using server = await echo();
  const body = `{ percent: "{retention.percent}", fee: "{withdrawalFee}" }`;
  const driver = driverOf(`
change-settings: { request: PATCH ${server.url}/settings, body: ${body}, take: { said: $.body } }
read-settings: { command: 'printf %s {env.SETTINGS_OF_TEST}' }
`);
  expect(await driver.act("change-settings", { retention: { percent: 20, holdFor: "PT6S" } })).toEqual({
    said: { percent: 20 },
  });
  process.env.SETTINGS_OF_TEST = '{"manualApproval":true}';
  expect(await driver.readSettings()).toEqual({ manualApproval: true });
  const shell = driverOf(
    `change-settings: { command: 'printf "{\\"got\\":%s}" "$SALDO_RETENTION"', take: { got: $.got } }`,
  );
  expect(await shell.act("change-settings", { retention: { percent: 20 } })).toEqual({ got: { percent: 20 } });
  expect(await shell.act("change-settings", { retention: null })).toEqual({ got: null });
});

test("what goes wrong names file, line and capability", async () => {
  await using server = await echo();
  const driver = driverOf(`base: ${server.url}
make-charge: { request: "POST /{externalId}", give: { chargeId: c } }
other-key: { request: GET /, take: { apiKey: $.key } }
expire-charge: { command: "echo gone >&2; exit 2" }
`);
  await expect(driver.act("make-charge", { total: 1 })).rejects.toThrow(
    "driver.yaml:2:1: make-charge: {externalId} has no value; given are {total}",
  );
  await expect(driver.act("other-key", {})).rejects.toThrow(/^driver.yaml:3:1: other-key: take: nothing is at \$.key/);
  await expect(driver.act("expire-charge", {})).rejects.toThrow(
    "driver.yaml:4:1: expire-charge: the command ended with status 2: gone",
  );
});

test.each([
  ["make-charge: [", "driver.yaml:1:"],
  ["\nmake-money: { prompt: x }", "driver.yaml:2:1: make-money: unknown capability"],
  ["make-charge: { request: POST /charges }", "driver.yaml:1:1: make-charge: take must say where"],
  ["pay-charge: { request: /charges }", "driver.yaml:1:1: pay-charge: request must be a method and a URL"],
  ["pay-charge: { request: POST /charges }", 'driver.yaml:1:1: pay-charge: the request needs a whole URL, or "base"'],
  ["pay-charge: { promt: x }", 'driver.yaml:1:1: pay-charge: "promt" is unknown'],
  ["pay-charge: { prompt: x, command: y }", "driver.yaml:1:1: pay-charge: must have one of"],
  [
    "pay-charge: { request: 'POST https://a/{chargeID}' }",
    "driver.yaml:1:1: pay-charge: nothing gives {chargeID}; given are {chargeId}",
  ],
  [
    "change-settings: { request: 'PATCH https://a/', body: { fee: '{feeCents}' } }",
    "nothing gives {feeCents}; given are {withdrawalFee}, {minimumWithdrawal}, {manualApproval}, {retention}",
  ],
  [
    "daily-withdrawal: { command: 'echo {withdrawId}' }",
    "daily-withdrawal is given nothing but variables such as {env.NAME}",
  ],
  ["other-key: { give: { key: x } }", 'driver.yaml:1:1: other-key: take must say where "apiKey" is'],
])("a file that says %j is refused", (yaml, message) => {
  expect(() => readDriverFile(yaml, "driver.yaml")).toThrow(message);
});

test("a file that is nested too deep is refused with what to do", () => {
  const nested = `make-charge: ${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  expect(() => readDriverFile(nested, "driver.yaml")).toThrow(/^driver\.yaml:1:\d+: too many .*; nest them less$/);
});
