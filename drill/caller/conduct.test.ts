import { describe, expect, test } from "vitest";
import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { until } from "../../src/engine/testing/waiting.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { sandboxOfTests } from "../../test/sandbox-of-tests.ts";
import { type CallerTrace, readCallerTrace } from "./caller-trace.ts";
import { callerClauses, conduct, judgeConduct } from "./conduct.ts";

const sandbox = await sandboxOfTests();

/** Returns what an application does, and what happens to it, by verb. A verb gets one word at most. */
function callerIn(world: SaldoWorld): Readonly<Record<string, (word: string) => Promise<unknown>>> {
  const call = (method: string, path: string, body?: object) => world.ask(method, path, body).catch(() => null);
  /** The withdrawal that the last answer of an initiation named. */
  let withdrawId = "";
  const withdraw = (what: string, body = {}) =>
    call("POST", `/account-balance/withdraw${what}`, { withdrawId, ...body });
  const confirm = (otpCode: string) => withdraw("/confirm", { otpCode });
  const fault = (kind: "lose-response" | "reset") => (operationId: string) =>
    world.faults.add({ kind, operationId: operationId === "confirmWithdrawal" ? operationId : "initiateWithdrawal" });
  /** Has a webhook at an address without a server, or that leads to one. */
  const webhook = async (route?: string) => {
    if (route !== undefined) await world.routes.set({ "hooks.acme.dev": route });
    const body = { name: "A", url: "https://hooks.acme.dev/", events: ["charge.paid"] };
    return (await call("POST", "/webhook", body))?.text("data.webhookId") ?? "";
  };
  /** Has something to tell, and lets the time pass in which it is told. */
  const tell = async (by: string) => {
    await world.charges.create({ total: 500, paid: true });
    await world.clock.advance({ by });
  };
  let webhookId = "";
  return {
    get: (path) => call("GET", path.replace("KEY", world.apiKey)),
    initiate: async (value) => {
      const answer = await call("POST", "/account-balance/withdraw", { value: Number(value || 10_000) });
      if (answer?.at("data.withdrawId") !== undefined) withdrawId = answer.text("data.withdrawId");
    },
    confirm: async () => confirm(await world.inbox.latestCode(withdrawId)),
    resend: () => withdraw("/resend-otp"),
    cancel: () => withdraw("/cancel"),
    history: () => call("GET", "/account-balance/withdrawals"),
    balance: () => call("GET", "/account-balance"),
    lose: fault("lose-response"),
    reset: fault("reset"),
    pass: (by) => world.clock.advance({ by }),
    limit: () => world.faults.add({ kind: "rate-limit", requests: 1, per: "PT1M" }),
    refuse: async () => {
      const headers = { "Retry-After": "60" };
      await world.faults.add({ kind: "status", operationId: "getBalance", status: 429, headers });
    },
    /** Waits until a call is surely later than the last answer by the clock of the journal, whose times are whole milliseconds. */
    later: () =>
      until(async () => {
        const [last] = await world.history.requests({ limit: 1 });
        return Date.now() > Date.parse(last?.receivedAt ?? "") + (last?.durationMs ?? Number.NaN) + 1;
      }),
    wrong: async (count) => {
      const right = Number(await world.inbox.latestCode(withdrawId));
      for (let n = 1; n <= Number(count); n += 1) await confirm(String((right + n) % 1_000_000).padStart(6, "0"));
    },
    receive: async (how) => {
      await using receiver = await startReceiver(how === "silent" ? "silent" : "ok");
      await webhook(receiver.url);
      if (how === "silent") await world.settings.change({ webhookTimeout: "PT0.05S" });
      await tell("PT0S");
    },
    deactivate: async () => {
      webhookId = await webhook();
      await tell("PT10M");
    },
    reactivate: () => world.webhooks.reactivate(webhookId),
  };
}

/** What a caller does, in words. */
async function play(deeds: string, world: SaldoWorld): Promise<void> {
  const caller = callerIn(world);
  for (const deed of deeds.split("; ")) {
    const [verb = "", word = ""] = deed.split(" ");
    const does = caller[verb];
    if (does === undefined) throw new Error(`no caller does "${verb}"`);
    await does(word);
  }
}

/** For each clause: a caller that meets it, and one that breaks it and no other. */
const callers: Readonly<Record<string, { readonly meets: string; readonly breaks: string }>> = {
  "withdrawals.looks-before-initiating-again": {
    meets: "lose initiateWithdrawal; initiate; history; initiate",
    breaks: "reset initiateWithdrawal; initiate; initiate",
  },
  "withdrawals.goes-on-with-the-open-one": {
    meets: "lose initiateWithdrawal; initiate; initiate; confirm",
    breaks: "initiate; initiate; initiate",
  },
  "withdrawals.looks-after-a-lost-confirmation": {
    meets: "initiate; lose confirmWithdrawal; confirm; history; initiate",
    breaks: "initiate; lose confirmWithdrawal; confirm; initiate",
  },
  "withdrawals.cancels-only-unconfirmed": { meets: "initiate; cancel", breaks: "initiate; confirm; cancel" },
  "withdrawals.whole-cents": { meets: "initiate 10000", breaks: "initiate 100.5" },
  "codes.no-sixth": { meets: "initiate; wrong 5; pass PT5M; resend; confirm", breaks: "initiate; wrong 6" },
  "codes.none-after-expiry": { meets: "initiate; confirm", breaks: "initiate; pass PT5M; confirm" },
  "codes.no-early-resend": { meets: "initiate; pass PT5M; resend", breaks: "initiate; resend" },
  "calls.honours-retry-after": {
    meets: "limit; balance; history; pass PT1M; balance",
    breaks: "refuse; balance; later; balance",
  },
  "calls.polls-with-pauses": { meets: "history; history", breaks: Array(7).fill("history").join("; ") },
  "calls.key-only-in-its-header": { meets: "balance", breaks: "get /account-balance?api_key=KEY" },
  "webhooks.in-time": { meets: "receive", breaks: "receive silent" },
  "webhooks.reads-after-deactivation": {
    meets: "deactivate; reactivate; balance; history",
    breaks: "deactivate; balance; history; reactivate; balance",
  },
};

/** Returns the verdicts on a caller that does this in a world of its own, by clause. */
async function verdictsOn(deeds = ""): Promise<Readonly<Record<string, string>>> {
  await using world = await sandbox.world();
  await play(deeds, world);
  return Object.fromEntries((await conduct(world)).map(({ id, verdict }) => [id, verdict]));
}

describe.each(callerClauses)("$id", ({ id }) => {
  test("is passed by a caller that meets it", async () => {
    const verdicts = await verdictsOn(callers[id]?.meets);
    expect(verdicts[id]).toBe("passed");
    expect(Object.values(verdicts)).not.toContain("broken");
  });

  test("is broken by a caller that breaks it and no other", async () => {
    const verdicts = await verdictsOn(callers[id]?.breaks);
    expect(Object.keys(verdicts).filter((one) => verdicts[one] === "broken")).toEqual([id]);
  });
});

test("a caller that has done nothing is not judged, and each finding says what must happen and how to fix it", async () => {
  await using world = await sandbox.world();
  const findings = await conduct(world);
  expect(findings.map(({ verdict }) => verdict)).toEqual(callerClauses.map(() => "not-judged"));
  for (const { text, fix } of findings)
    expect([text, fix]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)]);
});

test("where the clock is moved, clauses about pauses say nothing", async () => {
  await using world = await sandbox.world();
  const ids = (await conduct(world, { isTimeMoved: true })).map(({ id }) => id);
  expect(callerClauses.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual([
    "calls.honours-retry-after",
    "calls.polls-with-pauses",
  ]);
});

test("a term that does not exist is an error, so that no test is judged otherwise than it says", async () => {
  await using world = await sandbox.world();
  const told = 'conduct has no option "timeMoved"; is it isTimeMoved?';
  await expect(Reflect.apply(conduct, undefined, [world, { timeMoved: true }])).rejects.toThrow(told);
  expect(() => Reflect.apply(judgeConduct, undefined, [null, { timeMoved: true }])).toThrow(told);
});

test("a call that was sent before the answer with Retry-After was given has broken nothing", async () => {
  await using world = await sandbox.world();
  await play(callers["calls.honours-retry-after"]?.breaks ?? "", world);
  const trace = await readCallerTrace(world);
  const receivedAt = trace.calls[0]?.receivedAt ?? "";
  const calls = trace.calls.map((call) => ({ ...call, receivedAt }));
  const verdictOf = (calls: CallerTrace["calls"]) =>
    judgeConduct({ ...trace, calls }).find(({ id }) => id === "calls.honours-retry-after")?.verdict;
  expect([verdictOf(trace.calls), verdictOf(calls)]).toEqual(["broken", "not-judged"]);
});

test.each([
  ["a parameter that is called otherwise", "/account-balance?token=KEY"],
  ["a path", "/webhook/KEY/logs"],
  ["a path of no operation", "/users/KEY/balance"],
])("a key in an address is seen although the journal hides it: %s", async (_, path) => {
  const verdicts = await verdictsOn(`get ${path}`);
  expect(verdicts["calls.key-only-in-its-header"]).toBe("broken");
});

test("other parameters whose values the journal hides are no keys", async () => {
  const verdicts = await verdictsOn("get /account-balance?page=2&keyword=pix");
  expect(verdicts["calls.key-only-in-its-header"]).toBe("passed");
});

test("a loop of polls is one also where it reads the balance between them", async () => {
  const verdicts = await verdictsOn(Array(7).fill("history; balance").join("; "));
  expect(verdicts["calls.polls-with-pauses"]).toBe("broken");
});

test("another company's calls are not the caller's", async () => {
  await using world = await sandbox.world();
  const { apiKey } = await world.addCompany({ balance: 50_000 });
  await world.as(apiKey)("POST", "/account-balance/withdraw", { value: 0.5 });
  expect((await conduct(world)).find(({ id }) => id === "withdrawals.whole-cents")?.verdict).toBe("not-judged");
  expect((await conduct(world.of(apiKey))).find(({ id }) => id === "withdrawals.whole-cents")?.verdict).toBe("broken");
});
