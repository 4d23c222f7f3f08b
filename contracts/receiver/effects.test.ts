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
  test("passes all three clauses", async () => {
    await using shop = await Shop.start();
    expect(verdictsOf(await resultsOf(shop))).toEqual(["passed", "passed", "passed"]);
  });

  test("may work after it has responded", async () => {
    await using shop = await Shop.start({ lag: 1 });
    expect(verdictsOf(await resultsOf(shop))).toEqual(["passed", "passed", "passed"]);
  });

  test("is seen by what a command prints, and by several sources", async () => {
    await using shop = await Shop.start();
    const command = `${process.execPath} -e 'fetch("${shop.page.href}").then((r) => r.text()).then(console.log)'`;
    const effects = { sources: [{ command: "echo same" }, { command }], waitMs: 20 };
    expect(verdictsOf(await resultsOf(shop, { effects, selected: ids.slice(0, 1) }))).toEqual(["passed"]);
  });
});

describe("a mistake breaks the clause that is about it, and no other", () => {
  test("a receiver that forgets what it acknowledges", async () => {
    await using shop = await Shop.start({ forgets: true });
    const results = await resultsOf(shop);
    expect(verdictsOf(results)).toEqual([
      "broken",
      "not-judged: effects.acknowledged",
      "not-judged: effects.acknowledged",
    ]);
    expect(results[0]?.reason).toBe('charge.paid: answered 204, but the state stayed "0" for 20 ms.');
  });

  test("a receiver that pays again for a delivery that comes again", async () => {
    await using shop = await Shop.start({ paysAgain: true });
    const results = await resultsOf(shop);
    expect(verdictsOf(results)).toEqual(["passed", "broken", "passed"]);
    expect(results[1]?.reason).toBe(
      'the same delivery again: answered 204, and the state changed from "2" to "3".\n' +
        'the same delivery once more: answered 204, and the state changed from "3" to "4".',
    );
  });

  test("a receiver that does so after it has responded", async () => {
    await using shop = await Shop.start({ paysAgain: true, lag: 1 });
    const results = await resultsOf(shop);
    expect(verdictsOf(results)).toEqual(["passed", "broken", "passed"]);
    expect(results[1]?.reason).toBe(
      'the same delivery once more: answered 204, and the state changed from "2" to "3".\n' +
        'the same delivery again: answered 204; then the state changed from "3" to "4".',
    );
  });

  test("a receiver that pays before it looks at the signature", async () => {
    await using shop = await Shop.start({ paysForged: true });
    const results = await resultsOf(shop);
    expect(verdictsOf(results)).toEqual(["passed", "passed", "broken"]);
    // One payment for each event of the interface, and those of the clauses before.
    const paid = Number(/from "(\d+)"/.exec(results[2]?.reason ?? "")?.[1]);
    expect(results[2]?.reason).toBe(
      `no signature: answered 401, and the state changed from "${paid}" to "${paid + 1}".\n` +
        `a signature with another secret: answered 401, and the state changed from "${paid + 1}" to "${paid + 2}".\n` +
        `another amount under the same signature: answered 401, and the state changed from "${paid + 2}" to "${paid + 3}".`,
    );
  });

  test("and one clause is not disturbed by another, though those of a slow receiver are judged at once", async () => {
    await using shop = await Shop.start({ paysForged: true });
    const results = await resultsOf(shop, { selected: ["deliveries.at-once", ...ids], answerMs: 0 });
    expect(verdictsOf(results)).toEqual(["passed", "passed", "passed", "broken"]);
  });

  test("a receiver that pays, and then fails", async () => {
    await using shop = await Shop.start({ failsAfter: "withdraw.completed" });
    const results = await resultsOf(shop);
    expect(verdictsOf(results)).toEqual(["passed", "passed", "broken"]);
    expect(results[2]?.reason).toMatch(
      /^withdraw\.completed: answered 500, and the state changed from "\d+" to "\d+"\.$/,
    );
  });
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
