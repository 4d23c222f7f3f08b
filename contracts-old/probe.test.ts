import { expect, test } from "vitest";
import { loadDocument } from "../src/spec/document.ts";
import type { JsonObject } from "./description/json.ts";
import type { NoAnswer, Passed, TargetAnswer } from "./desk/forward.ts";
import { offersOf, probe, TargetUnusable } from "./probe.ts";
import type { SuiteOptions, Target } from "./suite-options.ts";

const health = JSON.stringify({ status: "ok", version: "0.1.0" });
const document: JsonObject = JSON.parse(JSON.stringify(loadDocument("interface").source));
const none: NoAnswer = { failure: "unreachable", reason: "no answer came: connect ECONNREFUSED" };

function optionsFor(target: Partial<Target> = {}, more: Partial<SuiteOptions> = {}): SuiteOptions {
  return {
    version: "0.1.0",
    target: { place: "by URL", url: "http://target", apiKey: "key", useControlPlane: true, ...target },
    document,
    permissions: { open: false, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false },
    patienceMs: 0,
    receiver: { host: "127.0.0.1", port: 0 },
    selected: [],
    ...more,
  };
}

/** A target that answers these paths, and everything else with 404. */
function targetOf(answers: Readonly<Record<string, readonly [status: number, body: string] | NoAnswer>>) {
  const asked: Passed[] = [];
  const ask = async (passed: Passed): Promise<TargetAnswer | NoAnswer> => {
    asked.push(passed);
    const answer = answers[passed.path] ?? [404, ""];
    if ("failure" in answer) return answer;
    return { status: answer[0], headers: {}, body: Buffer.from(answer[1]) };
  };
  return { asked, ask };
}

test("what answers as the control plane of a sandbox is one", async () => {
  const { ask, asked } = targetOf({ "/sandbox/health": [200, health], "/sandbox/worlds": [200, "{}"] });
  expect(await probe(ask, optionsFor({ adminToken: "token" }))).toBe(true);
  expect(asked.map(({ path, headers }) => [path, headers])).toEqual([
    ["/sandbox/health", {}],
    ["/sandbox/worlds", { authorization: "Bearer token" }],
  ]);
});

test.each(["{}", "", "<html>ok</html>", '{"status":"ok"}', '[{"status":"ok","version":"0.1.0"}]'])(
  "a page that is shown for every path is none: %j",
  async (page) => {
    const { ask } = targetOf({ "/sandbox/health": [200, page], "/account-balance": [200, page] });
    expect(await probe(ask, optionsFor())).toBe(false);
  },
);

test("a control plane that is not to be used is not even asked for", async () => {
  const { ask, asked } = targetOf({ "/sandbox/health": [200, health], "/account-balance": [200, "{}"] });
  expect(await probe(ask, optionsFor({ useControlPlane: false }))).toBe(false);
  expect(asked.map(({ method, path, headers }) => [method, path, headers])).toEqual([
    ["GET", "/account-balance", { "x-api-key": "key" }],
  ]);
});

test("the balance is read where an overlay says that it is", async () => {
  const text = JSON.stringify(document).replace('"/account-balance":{', '"/v1/balance":{');
  const { ask, asked } = targetOf({ "/v1/balance": [200, "{}"] });
  await probe(ask, optionsFor({ useControlPlane: false }, { document: JSON.parse(text) }));
  expect(asked.map(({ path }) => path)).toEqual(["/v1/balance"]);
});

test.each([
  ["does not answer", { "/sandbox/health": none }, {}, "http://target cannot be used: no answer came"],
  ["stops answering", { "/account-balance": none }, {}, "http://target cannot be used: no answer came"],
  ["refuses the key", { "/account-balance": [401, ""] as const }, {}, "answers 401 to the API key"],
  ["forbids the key", { "/account-balance": [403, ""] as const }, {}, "answers 403 to the API key"],
  ["has no control plane and gets no key", {}, { apiKey: undefined }, "has no control plane: it needs --api-key"],
  [
    "makes worlds for its administrator only",
    { "/sandbox/health": [200, health] as const, "/sandbox/worlds": [403, ""] as const },
    {},
    "--admin-token, or SALDO_ADMIN_TOKEN",
  ],
])("a target is not usable that %s", async (_, answers, target, reason) => {
  const { apiKey, ...others } = optionsFor().target;
  const options = optionsFor();
  const meant =
    "apiKey" in target ? { ...options, target: others } : { ...options, target: { ...others, apiKey: apiKey ?? "" } };
  const probing = probe(targetOf(answers).ask, meant);
  await expect(probing).rejects.toThrow(TargetUnusable);
  await expect(probing).rejects.toThrow(reason);
});

test("a deployment offers what the user gives, a sandbox all but patience", () => {
  expect(offersOf(optionsFor(), false)).toEqual([]);
  const codes = { name: "test", code: async () => "482915", close: async () => {} };
  const given = optionsFor(
    {},
    {
      codes,
      patienceMs: 1,
      receiver: { host: "127.0.0.1", port: 0, url: "https://hooks.acme.dev" },
      permissions: { open: true, settle: true, webhooks: true, budgetCents: 1, cancelOpen: false },
    },
  );
  const all = ["mailbox", "receiver", "patience", "allow-open", "allow-settle", "allow-webhooks", "budget"];
  expect(offersOf(given, false)).toEqual(all);
  expect(offersOf(optionsFor(), true)).toEqual(
    expect.arrayContaining(["control-plane", "clock", "charges", "allow-settle"]),
  );
});
