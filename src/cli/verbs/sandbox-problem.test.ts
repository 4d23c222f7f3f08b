import { afterAll, expect, test } from "vitest";
import { commandInProcess } from "../../../test/command-in-process.ts";
import { freePort } from "../../../test/free-port.ts";
import { certificates } from "../../http/security/testing/certificates.ts";
import { startReceiver } from "../../outbound/testing/receiver.ts";
import { startSandbox } from "../../testing/start-sandbox.ts";

const foreign = await startReceiver();
afterAll(() => foreign[Symbol.asyncDispose]());

async function told(words: string, variables: Readonly<Record<string, string>> = {}): Promise<string> {
  const { code, stdout, stderr } = await commandInProcess(words.split(" "), variables);
  expect([code > 0, stdout]).toEqual([true, ""]);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(stderr.length).toBeLessThan(300);
  return stderr;
}

const page = `<!doctype html>\n<html>${"<p>Another program\n".repeat(500)}`;

const readings = ["inbox", "clock", "clock --json", "withdrawal list", "tail", "tail --since 0", "coverage"];
const writings = ["fault add status", "bookmark set x", "webhook redeliver x", "world new", "clock advance P1D"];
test.each([...readings, ...writings, "world delete x"])(
  "another server at the address is told in one line by saldo %s",
  async (words) => {
    for (const [status, type, body] of [
      [404, "text/html", page],
      [200, "text/html", page],
      [200, "application/json", '{"hello":"world"}'],
      [201, "application/json", "[]"],
      [201, "application/json", '{"now":5,"position":"x"}'],
      [502, "text/plain", ""],
    ] as const) {
      foreign.behave({ status, headers: { "content-type": type }, body });
      expect(await told(words, { SALDO_URL: foreign.url })).toContain("--url (SALDO_URL)");
    }
  },
);

test("where nothing listens, the way out is told", async () => {
  const port = await freePort();
  expect(await told("inbox", { SALDO_URL: `http://127.0.0.1:${port}` })).toContain(
    "ECONNREFUSED 127.0.0.1:" +
      port +
      ". Nothing listens there: start a sandbox with npm start, or give the sandbox's own address with --url (SALDO_URL)",
  );
});

test("an address that goes on behind the sandbox's own is told as that", async () => {
  await using sandbox = await startSandbox();
  for (const words of ["clock", "withdrawal list", "tail"])
    expect(await told(words, { SALDO_URL: `${sandbox.url}/sandbox` })).toContain(
      "The address has a path too many; give the sandbox's own address with --url (SALDO_URL)",
    );
});

test("https on a port of http, and the other way round, are sentences", async () => {
  await using plain = await startSandbox();
  expect(await told(`inbox --url ${plain.url.replace("http:", "https:")}`)).toContain(
    "the server there does not speak HTTPS; write http:// in the address",
  );
  await using secure = await startSandbox({ tls: certificates.server });
  expect(await told(`inbox --url ${secure.url.replace("https:", "http:")}`)).toContain(
    "A server that speaks HTTPS closes like this; write https:// for it",
  );
});

test("an address with /v1 reaches the sandbox, and a missing admin token is named by its flag", async () => {
  await using sandbox = await startSandbox({ adminToken: "secret" });
  const variables = { SALDO_URL: `${sandbox.url}/v1/`, SALDO_API_KEY: sandbox.apiKey };
  expect((await commandInProcess(["clock"], variables)).stderr).toBe("");
  expect((await commandInProcess(["health", "--url", `${sandbox.url}/v1`])).code).toBe(0);
  expect(await told("world new", variables)).toContain("--admin-token (SALDO_ADMIN_TOKEN)");
  const wrong = { ...variables, SALDO_ADMIN_TOKEN: "wrong" };
  expect(await told("world new", wrong)).toContain("--admin-token (SALDO_ADMIN_TOKEN)");
});
