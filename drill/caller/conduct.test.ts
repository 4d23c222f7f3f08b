import { describe, expect, test } from "vitest";
import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { until } from "../../src/engine/testing/waiting.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { sandboxOfTests } from "../../test/sandbox-of-tests.ts";
import { type CallerTrace, readCallerTrace } from "./caller-trace.ts";
import { callerClauses, conduct, judgeConduct } from "./conduct.ts";

const sandbox = await sandboxOfTests();

/** Returns what an application does with the platform; answers can be lost. */
function callerIn(world: SaldoWorld) {
  const call = (method: string, path: string, body?: object) => world.ask(method, path, body).catch(() => null);
  const withdraw = (what: string, body: object) => call("POST", `/account-balance/withdraw${what}`, body);
  const initiate = (value: unknown = 10_000) => withdraw("", { value });
  const confirm = async (withdrawId: string, code?: string) =>
    withdraw("/confirm", { withdrawId, otpCode: code ?? (await world.inbox.latestCode(withdrawId)) });
  return {
    world,
    call,
    initiate,
    confirm,
    open: async () => (await initiate())?.text("data.withdrawId") ?? "",
    history: () => call("GET", "/account-balance/withdrawals"),
    balance: () => call("GET", "/account-balance"),
    resend: (withdrawId: string) => withdraw("/resend-otp", { withdrawId }),
    cancel: (withdrawId: string) => withdraw("/cancel", { withdrawId }),
    lose: (operationId: "initiateWithdrawal" | "confirmWithdrawal") =>
      world.faults.add({ kind: "lose-response", operationId }),
    pass: (by: string) => world.clock.advance({ by }),
    /** Reads the balance again, surely later than its last answer by the clock of the journal, whose times are whole milliseconds. */
    async laterCall() {
      await until(async () => {
        const [last] = await world.history.requests({ limit: 1 });
        return Date.now() > Date.parse(last?.receivedAt ?? "") + (last?.durationMs ?? Number.NaN) + 1;
      });
      await call("GET", "/account-balance");
    },
    async wrongCodes(withdrawId: string, count: number) {
      const right = Number(await world.inbox.latestCode(withdrawId));
      for (let n = 1; n <= count; n += 1) await confirm(withdrawId, String((right + n) % 1_000_000).padStart(6, "0"));
    },
    /** Has a webhook at an address without a server; `route` leads it to one. */
    async webhook(route?: string) {
      if (route !== undefined) await world.routes.set({ "hooks.acme.dev": route });
      const body = { name: "A", url: "https://hooks.acme.dev/", events: ["charge.paid"] };
      return (await call("POST", "/webhook", body))?.text("data.webhookId") ?? "";
    },
    /** Has something to tell, and lets the time pass in which it is told. */
    async tell(by: string) {
      await world.charges.create({ total: 500, paid: true });
      await world.clock.advance({ by });
    },
  };
}

type Play = (caller: ReturnType<typeof callerIn>) => Promise<unknown>;

/** For each clause: a caller that meets it, and one that breaks it and no other. */
const callers: Readonly<Record<string, { readonly meets: Play; readonly breaks: Play }>> = {
  "withdrawals.looks-before-initiating-again": {
    meets: async (caller) => {
      await caller.lose("initiateWithdrawal");
      await caller.initiate();
      await caller.history();
      await caller.initiate();
    },
    breaks: async (caller) => {
      await caller.world.faults.add({ kind: "reset", operationId: "initiateWithdrawal" });
      await caller.initiate();
      await caller.initiate();
    },
  },
  "withdrawals.goes-on-with-the-open-one": {
    meets: async (caller) => {
      await caller.lose("initiateWithdrawal");
      await caller.initiate();
      const withdrawId = (await caller.initiate())?.text("data.withdrawId") ?? "";
      await caller.confirm(withdrawId);
    },
    breaks: async (caller) => {
      await caller.open();
      await caller.initiate();
      await caller.initiate();
    },
  },
  "withdrawals.looks-after-a-lost-confirmation": {
    meets: async (caller) => {
      const withdrawId = await caller.open();
      await caller.lose("confirmWithdrawal");
      await caller.confirm(withdrawId);
      await caller.history();
      await caller.initiate();
    },
    breaks: async (caller) => {
      const withdrawId = await caller.open();
      await caller.lose("confirmWithdrawal");
      await caller.confirm(withdrawId);
      await caller.initiate();
    },
  },
  "withdrawals.cancels-only-unconfirmed": {
    meets: async (caller) => caller.cancel(await caller.open()),
    breaks: async (caller) => {
      const withdrawId = await caller.open();
      await caller.confirm(withdrawId);
      await caller.cancel(withdrawId);
    },
  },
  "withdrawals.whole-cents": {
    meets: (caller) => caller.initiate(10_000),
    breaks: (caller) => caller.initiate(100.5),
  },
  "codes.no-sixth": {
    meets: async (caller) => {
      const withdrawId = await caller.open();
      await caller.wrongCodes(withdrawId, 5);
      await caller.pass("PT5M");
      await caller.resend(withdrawId);
      await caller.confirm(withdrawId);
    },
    breaks: async (caller) => caller.wrongCodes(await caller.open(), 6),
  },
  "codes.none-after-expiry": {
    meets: async (caller) => caller.confirm(await caller.open()),
    breaks: async (caller) => {
      const withdrawId = await caller.open();
      await caller.pass("PT5M");
      await caller.confirm(withdrawId);
    },
  },
  "codes.no-early-resend": {
    meets: async (caller) => {
      const withdrawId = await caller.open();
      await caller.pass("PT5M");
      await caller.resend(withdrawId);
    },
    breaks: async (caller) => caller.resend(await caller.open()),
  },
  "calls.honours-retry-after": {
    meets: async (caller) => {
      await caller.world.faults.add({ kind: "rate-limit", requests: 1, per: "PT1M" });
      await caller.balance();
      await caller.history();
      await caller.pass("PT1M");
      await caller.balance();
    },
    breaks: async (caller) => {
      const headers = { "Retry-After": "60" };
      await caller.world.faults.add({ kind: "status", operationId: "getBalance", status: 429, headers });
      await caller.balance();
      await caller.laterCall();
    },
  },
  "calls.polls-with-pauses": {
    meets: async (caller) => {
      await caller.history();
      await caller.history();
    },
    breaks: async (caller) => {
      for (let n = 0; n < 7; n += 1) await caller.history();
    },
  },
  "calls.key-only-in-its-header": {
    meets: (caller) => caller.balance(),
    breaks: (caller) => caller.call("GET", `/account-balance?api_key=${caller.world.apiKey}`),
  },
  "webhooks.in-time": {
    meets: async (caller) => {
      await using receiver = await startReceiver("ok");
      await caller.webhook(receiver.url);
      await caller.tell("PT0S");
    },
    breaks: async (caller) => {
      await using receiver = await startReceiver("silent");
      await caller.webhook(receiver.url);
      await caller.world.settings.change({ webhookTimeout: "PT0.05S" });
      await caller.tell("PT0S");
    },
  },
  "webhooks.reads-after-deactivation": {
    meets: async (caller) => {
      const webhookId = await caller.webhook();
      await caller.tell("PT10M");
      await caller.world.webhooks.reactivate(webhookId);
      await caller.balance();
      await caller.history();
    },
    breaks: async (caller) => {
      const webhookId = await caller.webhook();
      await caller.tell("PT10M");
      await caller.balance();
      await caller.history();
      await caller.world.webhooks.reactivate(webhookId);
      await caller.balance();
    },
  },
};

/** Returns the verdicts on a caller that does this in a world of its own, by clause. */
async function verdictsOn(play: Play): Promise<Readonly<Record<string, string>>> {
  await using world = await sandbox.world();
  await play(callerIn(world));
  return Object.fromEntries((await conduct(world)).map(({ id, verdict }) => [id, verdict]));
}

describe.each(callerClauses)("$id", ({ id }) => {
  test("is passed by a caller that meets it", async () => {
    const verdicts = await verdictsOn(callers[id]?.meets ?? (async () => undefined));
    expect(verdicts[id]).toBe("passed");
    expect(Object.values(verdicts)).not.toContain("broken");
  });

  test("is broken by a caller that breaks it and no other", async () => {
    const verdicts = await verdictsOn(callers[id]?.breaks ?? (async () => undefined));
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
  const trace = { calls: [], deliveries: [], webhooks: [] };
  expect(() => Reflect.apply(judgeConduct, undefined, [trace, { timeMoved: true }])).toThrow(told);
});

test("a call that was sent before the answer with Retry-After was given has broken nothing", async () => {
  await using world = await sandbox.world();
  await callers["calls.honours-retry-after"]?.breaks(callerIn(world));
  const trace = await readCallerTrace(world);
  const receivedAt = trace.calls[0]?.receivedAt ?? "";
  const calls = trace.calls.map((call) => ({ ...call, receivedAt }));
  const verdictOf = (calls: CallerTrace["calls"]) =>
    judgeConduct({ ...trace, calls }).find(({ id }) => id === "calls.honours-retry-after")?.verdict;
  expect([verdictOf(trace.calls), verdictOf(calls)]).toEqual(["broken", "not-judged"]);
});

test.each([
  ["a parameter that is called otherwise", (key: string) => `/account-balance?token=${key}`],
  ["a path", (key: string) => `/webhook/${key}/logs`],
  ["a path of no operation", (key: string) => `/users/${key}/balance`],
])("a key in an address is seen although the journal hides it: %s", async (_, path) => {
  const verdicts = await verdictsOn(({ world, call }) => call("GET", path(world.apiKey)));
  expect(verdicts["calls.key-only-in-its-header"]).toBe("broken");
});

test("other parameters whose values the journal hides are no keys", async () => {
  const verdicts = await verdictsOn(({ call }) => call("GET", "/account-balance?page=2&keyword=pix"));
  expect(verdicts["calls.key-only-in-its-header"]).toBe("passed");
});

test("a loop of polls is one also where it reads the balance between them", async () => {
  const verdicts = await verdictsOn(async ({ balance, history }) => {
    for (let n = 0; n < 7; n += 1) await history().then(balance);
  });
  expect(verdicts["calls.polls-with-pauses"]).toBe("broken");
});

test("another company's calls are not the caller's", async () => {
  await using world = await sandbox.world();
  const { apiKey } = await world.addCompany({ balance: 50_000 });
  await world.as(apiKey)("POST", "/account-balance/withdraw", { value: 0.5 });
  expect((await conduct(world)).find(({ id }) => id === "withdrawals.whole-cents")?.verdict).toBe("not-judged");
  expect((await conduct(world.of(apiKey))).find(({ id }) => id === "withdrawals.whole-cents")?.verdict).toBe("broken");
});
