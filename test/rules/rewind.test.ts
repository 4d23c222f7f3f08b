import { expect } from "vitest";
import type { Answer } from "../../src/client/answer.ts";
import { day, hour, it, later, minute, startAt, startHookedSandbox } from "./checked-sandbox.ts";
import { everything } from "./webhook-flows.ts";
import { stateOf } from "./world-state.ts";

function expectRefused(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.at("code")]).toEqual([status, code]);
}

it("a rewind brings back all that there was: money, withdrawals, mailbox, webhooks, settings, agenda and time", async () => {
  await using sandbox = await startHookedSandbox();
  const { account, ask } = sandbox;
  await account.webhook(["charge.paid", "withdraw.completed"]);
  await account.charge({ total: 5_000, paid: true });
  await account.open(1_000);
  await account.advance({ by: "PT1M" });
  const bookmark = await account.bookmark("before");
  const before = await stateOf(account);
  await account.cancel(String((await account.history())[0]?.withdrawId));
  await everything(account);
  await account.settings({ manualApproval: true, withdrawalFee: 7, retention: { percent: 50, holdFor: "P1D" } });
  await ask("PATCH", "/sandbox/company", { name: "Renamed" });
  await account.webhook(["charge.expired"]);
  expect(await stateOf(account)).not.toEqual(before);
  const last = await account.position();
  const rewound = await account.rewind({ bookmark: "before" });
  expect(rewound.body).toEqual({
    position: last + 1,
    now: later(startAt, minute),
    to: bookmark.at("position"),
    epoch: 1,
  });
  expect(await stateOf(account)).toEqual(before);
  expect((await ask("GET", "/sandbox/world")).body).toMatchObject({ epoch: 1, position: last + 1 });
});

it("a rewind to an instant goes there; in the future or before the beginning is refused", async ({ account, ask }) => {
  const beginning = await account.position();
  await account.advance({ by: "P3D" });
  const now = later(startAt, 3 * day);
  const future = await ask("POST", "/sandbox/rewind", { at: later(now, 1) });
  expectRefused(future, 422, "REWIND_INTO_FUTURE");
  expect(future.body).toMatchObject({ at: later(now, 1), now });
  expect(future.text("detail")).toContain("POST /sandbox/clock/advance");
  const past = await ask("POST", "/sandbox/rewind", { at: later(startAt, -1) });
  expectRefused(past, 422, "REWIND_BEYOND_HORIZON");
  expect(past.body).toMatchObject({ horizon: beginning, horizonAt: startAt });
  expect(past.text("detail")).toBe(
    `The world begins at position ${beginning} (${startAt}); there is no way to before that.`,
  );
  expect(await account.now()).toBe(now);
  const rewound = await account.rewind({ at: later(startAt, day + hour) });
  expect([rewound.at("now"), await account.now()]).toEqual(Array(2).fill(later(startAt, day + hour)));
});
