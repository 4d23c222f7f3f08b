import { expect, test } from "vitest";
import { loadDocument } from "../../src/spec/document.ts";
import { Description } from "../judge/description.ts";
import { seenIn } from "../model/seen.ts";
import { acted, arrived, called } from "../model/testing/told.ts";
import { clauseFinding } from "../run/verdict.ts";
import type { TraceEntry } from "../trace/trace.ts";
import { holdsClauses } from "./holds.ts";

const description = new Description(JSON.parse(JSON.stringify(loadDocument("interface").source)));
const releaseAt = "2026-01-05T12:00:00.000Z";

function balance(available: number, holds: Readonly<Record<string, number>>) {
  const reserveHolds = Object.entries(holds).map(([chargeId, amountCents]) => ({ chargeId, amountCents, releaseAt }));
  const reservedBalance = reserveHolds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return called("getBalance", {}, 200, { data: { balance: available, reservedBalance, reserveHolds } });
}

function releasesRaise(trace: readonly TraceEntry[]) {
  const clause = holdsClauses.find(({ id }) => id === "holds.release-raises-balance");
  return clause && clauseFinding(clause, seenIn(trace, description)).kind;
}

test("a release that leaves the balance as it was is broken, though a charge was paid at another release", () => {
  const made = acted("make-charge", { total: 900 }, { chargeId: "c3" });
  const paid = acted("pay-charge", { chargeId: "c3" });
  const first = balance(1_000, { c1: 100, c2: 200 });
  expect(releasesRaise([first, made, paid, balance(1_900, { c2: 200 }), balance(1_900, {})])).toBe("broken");
  expect(releasesRaise([first, made, paid, balance(2_000, { c2: 200 }), balance(2_200, {})])).toBe("passed");
});

test("a chargeback that the run made later has taken nothing of what was released before", () => {
  const [held, released] = [balance(1_000, { c1: 100 }), balance(1_000, {})];
  const disputed = acted("dispute-charge", { chargeId: "c1" });
  const told = arrived({ event: "dispute.chargeback", data: { chargeId: "c1" } });
  expect(releasesRaise([held, released, disputed, told])).toBe("broken");
  expect(releasesRaise([held, released, told])).toBe("not-judged");
});
