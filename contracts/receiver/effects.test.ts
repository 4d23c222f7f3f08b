import { describe, expect, test } from "vitest";
import type { ClauseResult } from "../report/report.ts";
import { type CheckOptions, checkReceiver } from "./check-receiver.ts";
import { Shop } from "./testing/shop.ts";
import { usualCheck } from "./testing/usual-check.ts";

const ids = ["effects.acknowledged", "effects.repeated", "effects.refused"];

async function resultsOf(
  { receiver, page }: Shop,
  options: Partial<CheckOptions> = {},
): Promise<readonly ClauseResult[]> {
  const report = await checkReceiver({
    ...usualCheck,
    url: receiver.url,
    selected: ids,
    effects: { sources: [{ url: page }], waitMs: 20 },
    ...options,
  });
  return report.results;
}

function verdictsOf(results: readonly ClauseResult[]): readonly string[] {
  return results.map(({ verdict, because }) => (because === undefined ? verdict : `${verdict}: ${because}`));
}

describe("a receiver that does what it says", () => {
  test.each([{}, { lag: 1 }])(
    "passes all three clauses, also if it works after it has responded: %j",
    async (habits) => {
      await using shop = await Shop.start(habits);
      expect(verdictsOf(await resultsOf(shop))).toEqual(["passed", "passed", "passed"]);
    },
  );

  test("is seen by what a command prints, and by several sources", async () => {
    await using shop = await Shop.start();
    const command = `${process.execPath} -e 'fetch("${shop.page.href}").then((r) => r.text()).then(console.log)'`;
    const effects = { sources: [{ command: "echo same" }, { command }], waitMs: 20 };
    expect(verdictsOf(await resultsOf(shop, { effects, selected: ids.slice(0, 1) }))).toEqual(["passed"]);
  });
});

/** Returns what a finding says, with the numbers of payments counted from the first one that it names. */
function said({ reason = "" }: Pick<ClauseResult, "reason">): string {
  const first = Number(/"(\d+)"/.exec(reason)?.[1]);
  return reason.replaceAll(/"(\d+)"/g, (_, count) => String(Number(count) - first));
}

const answered = (delivery: string, status: number, change: string) =>
  `${delivery}: answered ${status}, and the state changed from ${change}.`;

test.for<[name: string, Parameters<typeof Shop.start>[0], verdicts: readonly string[], said: readonly string[]]>([
  [
    "forgets what it acknowledges",
    { forgets: true },
    ["broken", "not-judged: effects.acknowledged", "not-judged: effects.acknowledged"],
    ["charge.paid: answered 204, but the state stayed 0 for 20 ms."],
  ],
  [
    "pays again for a delivery that comes again",
    { paysAgain: true },
    ["passed", "broken", "passed"],
    [answered("the same delivery again", 204, "0 to 1"), answered("the same delivery once more", 204, "1 to 2")],
  ],
  [
    "does so after it has responded",
    { paysAgain: true, lag: 1 },
    ["passed", "broken", "passed"],
    [
      answered("the same delivery once more", 204, "0 to 1"),
      "the same delivery again: answered 204; then the state changed from 1 to 2.",
    ],
  ],
  [
    "pays before it looks at the signature",
    { paysForged: true },
    ["passed", "passed", "broken"],
    [
      answered("no signature", 401, "0 to 1"),
      answered("a signature with another secret", 401, "1 to 2"),
      answered("another amount under the same signature", 401, "2 to 3"),
    ],
  ],
  [
    "pays, and then fails",
    { failsAfter: "withdraw.completed" },
    ["passed", "passed", "broken"],
    [answered("withdraw.completed", 500, "0 to 1")],
  ],
])("a receiver that %s breaks the clause that is about it, and no other", async ([, habits, verdicts, lines]) => {
  await using shop = await Shop.start(habits);
  const results = await resultsOf(shop);
  expect(verdictsOf(results)).toEqual(verdicts);
  expect(results.filter(({ verdict }) => verdict === "broken").map(said)).toEqual([lines.join("\n")]);
});

test("one clause is not disturbed by another, though those of a slow receiver are judged at once", async () => {
  await using shop = await Shop.start({ paysForged: true });
  const results = await resultsOf(shop, { selected: ["deliveries.at-once", ...ids], answerMs: 0 });
  expect(verdictsOf(results)).toEqual(["passed", "passed", "passed", "broken"]);
});

describe("what cannot be seen is not judged", () => {
  test("without a source of the state", async () => {
    await using shop = await Shop.start();
    const results = await resultsOf(shop, { effects: undefined });
    expect(results.map(({ verdict, reason }) => `${verdict} ${reason}`)).toEqual(
      ids.map(() => "opted-out not judged without --effect, because no response shows what a receiver does"),
    );
  });

  test("where the state changes by itself", async () => {
    await using shop = await Shop.start();
    const effects = { sources: [{ command: "echo $$" }], waitMs: 5 };
    const results = await resultsOf(shop, { effects, selected: ids.slice(0, 1) });
    expect(results[0]?.verdict).toBe("not-judged");
    expect(results[0]?.reason).toMatch(
      /^The state of --effect changed from "\d+" to "\d+" though nothing is sent\. Others use it, or it tells the time\.$/,
    );
  });

  test.each([
    [{ command: "echo no such table >&2; exit 3" }, "the command of --effect ended with status 3: no such table"],
    [{ command: "kill -9 $$" }, "the command of --effect was ended by SIGKILL"],
  ])("and nothing is sent, where a command fails: %j", async (source, reason) => {
    await using shop = await Shop.start();
    await expect(resultsOf(shop, { effects: { sources: [source], waitMs: 20 } })).rejects.toThrow(reason);
    expect(shop.receiver.letters).toBe(0);
  });

  test("and nothing is sent, where the page of the state fails", async () => {
    await using shop = await Shop.start({ pageStatus: 503 });
    const url = new URL(`${shop.page.href}?key=abc`);
    const failed = resultsOf(shop, { effects: { sources: [{ url }], waitMs: 20 } });
    await expect(failed).rejects.toThrow(`--effect ${shop.page.href}?…: answered 503; 200 to 299 is needed`);
    expect(shop.receiver.letters).toBe(0);
  });
});
