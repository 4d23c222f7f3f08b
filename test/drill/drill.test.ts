import type { SaldoClient } from "saldo/client";
import { BooksDiffer, drill, UnusableApplication } from "saldo/drill";
import { expect, test } from "vitest";
import { Application } from "../../examples/drill/application.ts";
import { drilledExample } from "./drilled-example.ts";
import { loadPlanted } from "./planted-bug.ts";
import { plantedBugs } from "./planted-bugs.ts";

const seed = Number(process.env.TEST_SEED);

/** Returns what a drill of a planted bug has found. */
async function found(name: string, given: string | number = seed) {
  const bug = plantedBugs.find((one) => one.name === name);
  if (bug === undefined) throw new Error(`no bug is called ${name}`);
  const application = await loadPlanted(bug);
  const error: unknown = await drill({ ...drilledExample(application), seconds: 60, seed: given }).catch((one) => one);
  if (!(error instanceof BooksDiffer)) throw error;
  return error;
}

test("a bug is found, shrunk, and told with what happened", async () => {
  const { message, found: difference } = await found("fee forgotten");
  expect(difference.story.length - 1).toBeLessThanOrEqual(5);
  expect(difference.isRepeatable).toBe(true);
  expect(message).toMatch(/^ {5}GET \/account-balance\/withdrawals: 200 \(withdrawals-listed\)/m);
});

test("the seed that is printed repeats the same story", async () => {
  const first = await found("fee forgotten", 7);
  const seedPrinted = /seed (\S+)$/.exec(first.message)?.[1];
  const again = await found("fee forgotten", seedPrinted);
  expect(again.message.split("To repeat")[0]).toBe(first.message.split("To repeat")[0]);
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
])("an option that does not exist is an error: %j", async (options, sentence) => {
  await expect(drill(Object.assign({}, drilledExample(Application), options))).rejects.toThrow(sentence);
});

test("an application that keeps the books of another world is told as that", async () => {
  const payouts: { reference: string; cents: number; state: "failed" }[] = [];
  const options = {
    begin: () => payouts,
    acts: { pay: { do: (app: typeof payouts) => app.push({ reference: "order-1", cents: 500, state: "failed" }) } },
    books: () => ({ payouts }),
  };
  await expect(drill({ ...options, worlds: 50, seed })).rejects.toThrow(
    /^the books of world \d+ began with those of world \d+: order-1 is in them/,
  );
});

// In worlds of the second seed people make calls by hand, which are refused.
test.each([
  ["", {}, seed],
  [", beside people", {}, 391770025],
  [", though it has a receiver", { receiver: () => "http://127.0.0.1:1/hooks" }, seed],
])("an application that never calls the platform%s is told as that", async (_, receiving, seed) => {
  const silent = { begin: () => null, acts: { pay: { do: () => {} } }, books: () => ({ payouts: [] }) };
  await expect(drill({ ...silent, ...receiving, worlds: 10, seed })).rejects.toThrow("the application made no call");
});

test("a rule of one's own is held against each step", async () => {
  const options = {
    ...drilledExample(Application),
    always: async (_: Application, world: SaldoClient) => {
      const { data } = await world.control.GET("/ledger", {});
      if (data !== undefined && data.accounts.unsettled > 0) throw new Error("money is under way");
    },
  };
  const error: unknown = await drill({ ...options, seed }).catch((one) => one);
  expect(error).toBeInstanceOf(BooksDiffer);
  expect(String(error)).toContain("A rule of yours is broken: money is under way");
});
