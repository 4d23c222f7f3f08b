import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { type Action, onPlatform, onSandbox, pathOf, pathProblem } from "./action.ts";
import { clientText, curlOf } from "./action-text.ts";

const body = { total: 100, externalId: 'it\'s "quoted" $HOME `id`\n\\' };

const actions: readonly Action[] = [
  onSandbox("POST", "/clock/advance", { body: { by: "P1D" } }),
  onSandbox("POST", "/bookmarks", { body: { name: "before payout" } }),
  onSandbox("POST", "/rewind", { body: { position: 42, deliveries: "cancel" } }),
  onSandbox("POST", "/charges", { body }),
  onSandbox("POST", "/charges/{chargeId}/pay", { ids: { chargeId: "chg/1" } }),
  onSandbox("POST", "/withdrawals/{withdrawId}/settle", { ids: { withdrawId: "wdr_1" }, body: { outcome: "FAILED" } }),
  onSandbox("DELETE", "/faults/{faultId}", { ids: { faultId: "flt_1" } }),
  onSandbox("DELETE", "/faults"),
  onSandbox("PUT", "/routes", { body: { "hooks.acme.dev": "http://127.0.0.1:3000" } }),
  onPlatform("POST", "/account-balance/withdraw", { body: { value: 10_000 } }),
];

/** Runs a line of `saldo/client`, and returns what it sends. */
async function sentBy(line: string) {
  const sent: unknown[] = [];
  const fetch = async (request: Request) => {
    const text = await request.text();
    sent.push([request.method, new URL(request.url).pathname, text === "" ? undefined : JSON.parse(text)]);
    return Response.json({});
  };
  const saldo = new SaldoClient({ url: "http://127.0.0.1:4400", apiKey: "k", fetch });
  await new Function("saldo", `return (async () => { ${line} })();`)(saldo);
  return sent;
}

test.each(actions.map((action) => [clientText(action), action] as const))(
  "%s sends what the click sends",
  async (line, action) => {
    expect(await sentBy(line)).toEqual([[action.method, pathOf(action), action.body]]);
  },
);

test.each(actions.map((action) => [pathOf(action), action] as const))(
  "a shell reads the curl command for %s as it was meant",
  (path, action) => {
    const command = curlOf(action, "http://127.0.0.1:4400", "it's a key");
    const words = execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: "utf8" }).split(
      "\0",
    );
    const json =
      action.body === undefined ? [] : ["-H", "Content-Type: application/json", "-d", JSON.stringify(action.body)];
    const head = ["-X", action.method, `http://127.0.0.1:4400${path}`, "-H", "X-API-KEY: it's a key"];
    expect(words.slice(0, -1)).toEqual([...head, ...json]);
  },
);

test.each([".", "..", "../worlds", "%2e%2e", "..;v=1", ""])(
  "no action is sent to another path with the id %j",
  (chargeId) => {
    const action = onSandbox("POST", "/charges/{chargeId}/pay", { ids: { chargeId } });
    expect(pathProblem(action)).toContain("cannot be part of a path");
    expect(() => pathOf(action)).toThrow("cannot be part of a path");
  },
);

test("an id that is not typed yet keeps its place in the path, and is no problem", () => {
  const action: Action = {
    method: "GET",
    template: "/charges/{chargeId}?limit=1",
    prefix: "/sandbox",
    ids: [],
    body: undefined,
  };
  expect([pathProblem(action), pathOf(action)]).toEqual([null, "/sandbox/charges/%7BchargeId%7D?limit=1"]);
});
