import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startReceiver } from "../../../src/outbound/testing/receiver.ts";
import { hostileTexts } from "../../../test/hostile/hostile-texts.ts";
import { CommandCodes } from "../codes/command-codes.ts";
import { readDriverFile } from "./driver-file.ts";
import { FileDriver } from "./file-driver.ts";

const { signal } = new AbortController();

/** Where a placeholder may stand in a command: also where a second shell reads what the first one has read. */
const commands = [
  "echo {withdrawId}",
  "echo $(echo {withdrawId})",
  "eval echo {withdrawId}",
  "sh -c {withdrawId} || true",
  "sh -c echo\\ {withdrawId}",
  'sh -c "echo $SALDO_WITHDRAW_ID"',
  'echo "approving {withdrawId}"',
  "echo 'declining {withdrawId}'",
  'echo "$(echo {withdrawId})"',
  'echo "$(echo "{withdrawId}")"',
  "echo `echo {withdrawId}`",
  "echo \\{withdrawId}",
  ["echo $", "{withdrawId}"].join(""),
  "sh -c 'echo {withdrawId}'",
  "cat <<EOF\n{withdrawId}\nEOF\n",
  'echo "it\'s {withdrawId}"',
  "echo $((1 + {withdrawId}))",
];

function driverOf(action: object): FileDriver {
  return new FileDriver(readDriverFile(JSON.stringify({ "approve-withdrawal": action }), "driver.yaml"), { signal });
}

const paying = (action: object) => () => readDriverFile(JSON.stringify({ "pay-charge": action }), "driver.yaml");

/** A file that is refused does nothing either. */
async function approved(action: object, withdrawId: string) {
  await driverOf(action).act("approve-withdrawal", { withdrawId });
}

test("no id of a target is run by a shell, wherever the placeholder stands", async () => {
  const folder = mkdtempSync(join(tmpdir(), "saldo-ids-"));
  try {
    for (const command of commands) {
      for (const text of hostileTexts) {
        const withdrawId = text.replaceAll("{mark}", join(folder, "mark"));
        await approved({ command }, withdrawId).catch(() => {});
        expect(readdirSync(folder), `${command} with ${JSON.stringify(withdrawId)}`).toEqual([]);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a usual id reaches a command as it is", async () => {
  const driver = new FileDriver(readDriverFile("make-charge: { command: 'echo {externalId}' }", "d.yaml"), { signal });
  for (const id of ["wdr_1", "7f3e2d1c-9a8b-4c7d-b6e5-4f3a2b1c0d9e", "a:b.c@d+e=,f", "123"])
    expect(await driver.act("make-charge", { externalId: id })).toEqual({ chargeId: id });
});

test("a placeholder within quotes is refused with its line, one beside quotes is not", () => {
  expect(() => readDriverFile(`\npay-charge: { command: 'echo "{chargeId}"' }`, "driver.yaml")).toThrow(
    "driver.yaml:2:1: pay-charge: write {chargeId} without quotes; Saldo quotes it",
  );
  for (const command of [
    'echo "$(echo "{chargeId}")"',
    'echo "$(echo "a" {chargeId})"',
    `echo "\${A:-"{chargeId}"}"`,
    'echo "`echo "{chargeId}"`"',
    "echo $'it\\'s {chargeId}'",
    'echo "$(echo \'"\' {chargeId})"',
  ])
    expect(paying({ command })).toThrow("write {chargeId} without quotes; Saldo quotes it. A `$(` within quotes");
  for (const command of [
    `echo "$(date) \${A:-b} \`id\` $B$" {chargeId}`,
    '"$(ls a b)/x" {chargeId}',
    '"\\$(" {chargeId}',
    "# don't\necho {chargeId}",
    `echo 'a' "b\\"c" \\' {chargeId}`,
    "echo `date` {chargeId} 'x'",
  ])
    expect(paying({ command })).not.toThrow();
});

test("no id of a target leads to another path than its own", async () => {
  await using server = await startReceiver({ status: 200, body: "{}" });
  const request = `POST ${server.url}/admin/withdrawals/{withdrawId}/approve`;
  const driver = driverOf({ request });
  for (const withdrawId of hostileTexts) {
    await driver.act("approve-withdrawal", { withdrawId }).catch(() => {});
  }
  expect(server.requests.length).toBeGreaterThan(10);
  for (const { path } of server.requests) expect(path).toMatch(/^\/admin\/withdrawals\/[^/]+\/approve$/);
  for (const withdrawId of ["", ".", "..", "%2e%2e", "..;", "a/../../b"])
    await expect(driver.act("approve-withdrawal", { withdrawId })).rejects.toThrow("cannot be part of a path");
});

test("the host of a request is never an id of the target", () => {
  for (const request of [
    "POST https://{chargeId}.acme.dev/pay",
    "POST https://acme.dev{chargeId}",
    "GET {env.URL}{chargeId}/",
  ])
    expect(paying({ request })).toThrow(/the host/);
});

test("the command for codes gets no id that a shell could obey", async () => {
  const codes = new CommandCodes('sh -c "echo $SALDO_WITHDRAW_ID 123456"');
  const request = { valueCents: 100, mayPay: false, sentAfter: 0, known: [], apiKey: "key" };
  for (const withdrawId of hostileTexts.filter((text) => !/^\w+$/.test(text)))
    await expect(codes.read({ ...request, withdrawId }, signal)).rejects.toThrow("the target's withdrawId is");
  expect(await codes.read({ ...request, withdrawId: "wdr_1" }, signal)).toEqual({ code: "123456" });
});
