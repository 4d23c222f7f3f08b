import type { SaldoClient } from "saldo/client";
import {
  type ActContext,
  type Books,
  BooksDiffer,
  type DrillOptions,
  drill,
  type Start,
  UnusableApplication,
} from "saldo/drill";
import { startSandbox } from "saldo/testing";
import { expect, test, vi } from "vitest";
import { stateOf } from "../../drill/books/world-books.ts";
import { Application } from "../../examples/drill/application.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { drilledExample } from "./drilled-example.ts";
import { bug, editsOf, loadPlanted, type PlantedBug } from "./planted-bug.ts";
import { feeForgotten } from "./planted-bugs.ts";

const seed = Number(process.env.TEST_SEED);

/** Longer than the worlds of a test take on a busy machine. */
const seconds = 600;

/** An application that does nothing, whose books are right. */
const idle = {
  begin: (): unknown => null,
  acts: { pay: { do: () => {} } },
  books: (): Books => ({ payouts: [] }),
  seconds,
};

/** One that reads its balance at the beginning, so that it has called the platform. */
const reading = { ...idle, begin: ({ saldo }: Start): unknown => saldo.api.GET("/account-balance") };

/** Returns what a drill has found, which must find something. */
async function found<App, All>(options: DrillOptions<App, All>): Promise<BooksDiffer> {
  const error: unknown = await drill({ seconds, seed, ...options }).catch((one) => one);
  if (!(error instanceof BooksDiffer)) throw error;
  return error;
}

/** Returns what is found of the example with a bug. */
async function foundOf(bug: PlantedBug, given: string | number = seed): Promise<BooksDiffer> {
  return await found({ ...drilledExample(await loadPlanted(bug)), seed: given });
}

test("a bug is found, shrunk, and told with what happened; the seed that is printed repeats the same story", async () => {
  const { message, found: difference } = await foundOf(feeForgotten, 7);
  expect(difference.story.length - 1).toBeLessThanOrEqual(5);
  expect(difference.isRepeatable).toBe(true);
  expect(message).toMatch(/^ {5}GET \/account-balance\/withdrawals: 200 \(withdrawals-listed\)/m);
  const again = await foundOf(feeForgotten, /seed (\S+)$/.exec(message)?.[1]);
  expect(again.message.split("To repeat")[0]).toBe(message.split("To repeat")[0]);
});

test("books that lack a field are told with the field", async () => {
  const options = {
    ...drilledExample(Application),
    books: () => ({ payouts: [{ reference: "a", cents: 1.5, state: "paid" }] }),
  };
  // @ts-expect-error The state of a literal is a string.
  await expect(drill({ ...options, worlds: 1 })).rejects.toThrow(
    new UnusableApplication("payouts[0].cents of the books is 1.5. Give integer cents."),
  );
});

test.each([
  [{ secnds: 1 }, 'drill has no option "secnds"; is it seconds?'],
  [{ acts: { withdraw: { doo: () => undefined } } }, 'the act withdraw has no option "doo"; is it do?'],
  [{ acts: undefined }, "acts must be of the type object, not undefined"],
  [{ acts: { pay: {} } }, "do must be of the type function, not undefined"],
  [{ begin: "x" }, "begin must be of the type function, not string"],
  [{ only: "pay" }, "only must be of the type object, not string"],
  [{ sandbox: "http://127.0.0.1:4400" }, "sandbox must be of the type object, not string"],
  [{ amounts: "Net" }, 'amounts is "Net". Allowed are gross, net.'],
  [{ receiver: () => undefined }, "the receiver is missing. It must be an address such as"],
  [
    { acts: { pay: { with: { cents: 7 }, do: () => {} } } },
    "acts.pay.with.cents is 7. Give an arbitrary of fast-check",
  ],
  [{ books: () => ({ available: 100n, payouts: [] }) }, 'available of the books is "100n". Give integer cents.'],
  [{ only: [] }, "there is no act to do: give one at least"],
  [{ worlds: 0 }, "seconds and worlds must be above 0"],
  [{ seconds: Number.NaN }, "seconds and worlds must be above 0"],
])("an option that does not exist, or has no use, is an error: %j", async (options, sentence) => {
  const all = { ...drilledExample(Application), ...options };
  await expect(Reflect.apply(drill, undefined, [all])).rejects.toThrow(sentence);
});

const never = () => new Promise<never>(() => {});
const hanging = ["begin", "settle", "books", "always", "end"].map((part): [string, object] => [
  part,
  { [part]: never },
]);
hanging.push(["the act pay", { acts: { pay: { do: never } } }]);

test.for(hanging)("%s that never ends is told", async ([part, changes]) => {
  const { setTimeout: waiting } = globalThis;
  const soon = (work: () => void, ms?: number) => waiting(work, ms === 60_000 ? 0 : ms);
  using _ = vi.spyOn(globalThis, "setTimeout").mockImplementation(Object.assign(soon, waiting));
  await expect(drill({ ...idle, seed: 7, ...changes })).rejects.toThrow(`${part} did not end within 60 s. `);
});

test("a world whose story cannot be told does not stay in a running sandbox", async () => {
  await using sandbox = await startSandbox();
  let begun = 0;
  const begin = () => {
    begun += 1;
    if (begun > 1) throw new Error("no port is free");
  };
  const books = (): Books => ({ payouts: [{ reference: "order-1", cents: 500, state: "paid" }] });
  await expect(drill({ ...idle, begin, books, sandbox, seed: "1.0.-/" })).rejects.toThrow("no port is free");
  expect((await sandbox.control.GET("/worlds")).data?.worlds).toHaveLength(1);
});

test("an application that keeps the books of another world is told as that", async () => {
  const payouts: { reference: string; cents: number; state: "failed" }[] = [];
  const acts = { pay: { do: () => payouts.push({ reference: "order-1", cents: 500, state: "failed" }) } };
  await expect(drill({ ...idle, acts, books: () => ({ payouts }), worlds: 50, seed })).rejects.toThrow(
    /^the books of world \d+ began with those of world \d+: order-1 is in them/,
  );
});

// In worlds of the second seed people make calls by hand, which are refused.
test.each([
  ["", {}, seed],
  [", beside people", {}, 391770025],
  [", though it has a receiver", { receiver: () => "http://127.0.0.1:1/hooks" }, seed],
])("an application that never calls the platform%s is told as that", async (_, receiving, seed) => {
  await expect(drill({ ...idle, ...receiving, worlds: 10, seed })).rejects.toThrow("the application made no call");
});

test("a receiver that acknowledges nothing is told, because its application might as well have none", async () => {
  await using receiver = await startReceiver({ status: 404, headers: {}, body: "" });
  await expect(drill({ ...reading, receiver: () => receiver.url, worlds: 30, seed })).rejects.toThrow(
    /^in \d+ worlds the receiver has acknowledged nothing\. The last attempt: (404|CONNECTION_REFUSED)\. Check its/,
  );
});

test("an act that never succeeds is told, because the books of an application that does nothing are right", async () => {
  const acts = { pay: { do: () => Promise.reject(new Error("POST /pay was answered with 404")) } };
  // Also where this is why the platform is never called.
  for (const { begin } of [reading, idle])
    await expect(drill({ ...idle, acts, begin, worlds: 30, seed })).rejects.toThrow(
      /^the act pay has failed each of \d+ times\. At last it said: POST \/pay was answered with 404$/,
    );
});

/** What an application is in tests of what it reads. */
interface Reading {
  readonly saldo: SaldoClient;
  readonly orders: string[];
  hasFailed: boolean;
}
const begin = ({ saldo }: Start): Reading => ({ saldo, orders: [], hasFailed: false });
const paidIf = (isPaid: boolean): Books => ({ payouts: isPaid ? [{ reference: "a", cents: 500, state: "paid" }] : [] });

async function readBalance(app: Reading): Promise<void> {
  const answer = await app.saldo.api.GET("/account-balance").catch(() => null);
  app.hasFailed ||= answer?.response.ok !== true;
  if (answer?.response.ok !== true) throw new Error("the balance cannot be read");
}

test("what an application does in the background, after its act was answered, is told with that act", async () => {
  const { found: difference } = await found({
    begin,
    acts: { pay: { do: ({ orders }: Reading) => orders.push("order") } },
    always: (app: Reading) => readBalance(app).catch(() => {}),
    // More than one step gives: what follows the last one is told when all is quiet.
    books: ({ orders }: Reading) => paidIf(orders.length > 2),
  });
  expect(difference.story[0]?.happened.join()).toMatch(/GET \/account-balance: /);
});

test("a settlement that failed is told with what the application said", async () => {
  const preset = "lost-answers";
  const { message } = await found({
    ...idle,
    begin,
    preset,
    settle: readBalance,
    books: (app) => paidIf(app.hasFailed),
  });
  expect(message).toContain('he application settles. It says "the balance cannot be read');
});

test.for([
  ["if (!isSigned(", "if (false && !isSigned(", /A stranger posts a charge\.paid .*; the receiver answers 204\./],
  ['if (event === "charge.paid")', 'if (["charge.paid", "charge.processing"].includes(event))', /is in processing\./],
  ['if (event === "subscription.charge.paid")', 'if (event.startsWith("subscription.charge."))', /payments? failed/],
] as const)("a receiver that takes too much is found: %s", async ([find, replace, told]) => {
  const { message } = await foundOf(bug("takes too much", editsOf("receiver.ts")(find, replace)));
  expect(message).toMatch(told);
});

const listed = "    this.#store.withdrawals = withdrawals;\n";
test.for([
  [
    "chargebacks known by their customer",
    "receiver.ts",
    "chargedBack.set(data.chargeId",
    "chargedBack.set(data.customer?.name",
  ],
  [
    "what the bank refuses, booked as money that came",
    "payouts.ts",
    listed,
    `    for (const one of this.#store.withdrawals)
      if (one.status === "APPROVED" && withdrawals.some((now) => now.withdrawId === one.withdrawId && now.status === "FAILED"))
        this.#store.openingCents += one.value;\n${listed}`,
  ],
  [
    "money of a cancelled payout, never released",
    "payouts.ts",
    "      if (withdrawal !== undefined) payout.state",
    `      if (withdrawal?.status === "CANCELLED" && payout.state !== "failed") this.#store.openingCents -= withdrawal.value;
      if (withdrawal !== undefined) payout.state`,
  ],
] as const)("what one situation alone shows is found soon: %s", async ([name, file, find, replace]) => {
  const { found: difference } = await foundOf(bug(name, editsOf(file)(find, replace)), 9);
  expect(difference.seed.world).toBeLessThan(35);
});

test("a review that is taken for the end is found", async () => {
  const edit = editsOf("payouts.ts");
  const final = edit("if (withdrawal !== undefined)", 'if (withdrawal !== undefined && payout.state !== "failed")');
  const { message } = await foundOf(bug("review fails", edit('REVIEW: "underWay"', 'REVIEW: "failed"'), final));
  expect(message).toMatch(/are failed in the books, but the withdrawal is CONFIRMED\./);
});

test("a code that is taken for a number is found", async () => {
  const edit = editsOf("payouts.ts")("      otpCode,\n", "      otpCode: String(Number(otpCode)),\n");
  const { found: difference } = await foundOf(bug("the code is a number", edit));
  expect(difference.seed.world).toBeLessThan(20);
});

test("a withdrawal that a colleague cancels is told", async () => {
  const edit = editsOf("payouts.ts")('CANCELLED: "failed"', 'CANCELLED: "underWay"');
  const stories: string[] = [];
  // A withdrawal that the super admin declines is cancelled as well, and may be met before.
  for (let nth = 0; nth < 10 && !stories.some((story) => story.includes("A colleague cancels the open")); nth += 1)
    stories.push((await foundOf(bug("what others cancel is under way for ever", edit), seed + nth)).message);
  expect(stories.at(-1)).toMatch(/A colleague cancels the open withdrawal of .* by hand\./);
});

test("deliveries have the machine's time, so that a receiver may refuse old ones", async () => {
  await using receiver = await startReceiver("ok");
  const begun = Date.now();
  await drill({ ...reading, receiver: () => receiver.url, worlds: 10, seed });
  const times = receiver.requests.map(({ headers }) => Date.parse(String(headers["x-webhook-timestamp"])));
  expect(Math.min(...times)).toBeGreaterThanOrEqual(begun);
});

/** An application that is told codes, and whose books are what the platform says. */
class Typist {
  isBlocked = false;
  readonly #saldo: SaldoClient;
  readonly #code: Start["code"];

  constructor({ saldo, code }: Start) {
    this.#saldo = saldo;
    this.#code = code;
  }

  async pay(): Promise<void> {
    await this.#saldo.api.POST("/account-balance/withdraw", { body: { value: 500 } });
  }

  /** Types a code for the open withdrawal; without one, the application asks for it. */
  async type(given?: string | null): Promise<void> {
    const { api, control } = this.#saldo;
    const open = (await control.GET("/withdrawals", {})).data?.withdrawals.find(({ status }) => status === "CREATED");
    if (open === undefined || given === null) return;
    const { withdrawId } = open;
    const otpCode = given ?? (await this.#code(withdrawId)) ?? "";
    const { response } = await api.POST("/account-balance/withdraw/confirm", { body: { withdrawId, otpCode } });
    this.isBlocked ||= response.status === 423;
    if (!response.ok) await api.POST("/account-balance/withdraw/resend-otp", { body: { withdrawId } });
  }

  async books(): Promise<Books> {
    const { data } = await this.#saldo.control.GET("/withdrawals", {});
    const payouts = (data?.withdrawals ?? []).map((one) => {
      return { reference: one.withdrawId, withdrawId: one.withdrawId, cents: one.value, state: stateOf(one) };
    });
    return { payouts };
  }
}

const typistActs = {
  pay: { do: (app: Typist) => app.pay() },
  type: { typesCode: true, do: async (app: Typist, _: unknown, { code }: ActContext) => app.type(await code()) },
};

test("an act that types codes types too many wrong ones in a row", async () => {
  const { message } = await found({
    begin: (start: Start) => new Typist(start),
    acts: typistActs,
    always: ({ isBlocked }: Typist) => {
      if (isBlocked) throw new Error("a withdrawal is blocked");
    },
    books: (app: Typist) => app.books(),
  });
  expect(message).toContain("A rule of yours is broken: a withdrawal is blocked");
});

test("an application that asks for a new code as it settles, and types it when it settles next, has settled", async () => {
  const options = { begin: (start: Start) => new Typist(start), acts: { pay: typistActs.pay }, seed: "8.0.-/0" };
  const settling = { settle: (app: Typist) => app.type(), books: (app: Typist) => app.books() };
  expect(await drill({ ...options, ...settling })).toMatchObject({ worlds: 1, found: null });
});

test("payouts of which each waits for the one before have the time to end", async () => {
  let left = 8;
  const { worlds } = await drill({
    begin: (start: Start) => new Typist(start),
    acts: typistActs,
    settle: async (app: Typist) => {
      if (left > 0) await app.pay();
      left -= 1;
    },
    books: (app: Typist) => app.books(),
    seed: "1.0.-/",
  });
  expect(worlds).toBe(1);
  expect(left).toBeLessThan(0);
});

test("worlds are as long as holds last", async () => {
  const begunAt: string[] = [];
  let longestMs = 0;
  const options = {
    begin: async ({ saldo }: Start) => {
      await saldo.api.GET("/account-balance");
      begunAt.push((await saldo.clock.read()).now);
    },
    always: async (_: unknown, world: SaldoClient) => {
      const { now } = await world.clock.read();
      longestMs = Math.max(longestMs, Date.parse(now) - Date.parse(begunAt.at(-1) ?? now));
    },
  };
  await drill({ ...idle, ...options, worlds: 60, seed: 7 });
  expect(longestMs).toBeGreaterThan(30 * 86_400_000);
});

test("charges have names beyond ASCII, also where only their events are wanted", async () => {
  const names: (string | undefined)[] = [];
  const always = async (_: unknown, world: SaldoClient) => {
    for (const { customer } of (await world.charges.list()).charges) names.push(customer?.name ?? undefined);
  };
  await drill({ ...reading, always, seed: "7.3.1" });
  expect(names).toContainEqual(expect.stringMatching(/[^\0-\x7f]/));
});

test("a rule of one's own is held against each step", async () => {
  const { message } = await found({
    ...drilledExample(Application),
    always: async (_: Application, world: SaldoClient) => {
      const { data } = await world.control.GET("/ledger", {});
      if (data !== undefined && data.accounts.unsettled > 0) throw new Error("money is under way");
    },
  });
  expect(message).toContain("A rule of yours is broken: money is under way");
});
