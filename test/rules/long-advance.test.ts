import { expect, it } from "vitest";
import { startAt, startCheckedSandbox } from "./checked-sandbox.ts";

/** From the start to the target; three of the years have a leap day. */
const days = 3_653;
const tenYearsLater = "2036-03-02T12:00:00.000Z";

it("ten years with daily withdrawals and monthly subscriptions: complete, in order, and other worlds answer meanwhile", async () => {
  await using sandbox = await startCheckedSandbox();
  const { account, ask } = sandbox;
  const made = await ask("POST", "/sandbox/worlds", { fixture: "default", startAt, clock: { mode: "frozen" } });
  const elsewhere = sandbox.accountOf(made.text("companies.0.apiKey"));
  await ask("PATCH", "/sandbox/company", { automaticWithdrawal: { at: "06:00" } });
  for (const interval of ["P1D", "P1M", "P1M"]) {
    const id = await account.subscription({ amountCents: 1_000, interval });
    await ask("POST", `/sandbox/subscriptions/${id}/authorize`);
  }
  const before = (await account.events()).length;

  let done = false;
  const advancing = account.advance({ to: tenYearsLater }).finally(() => {
    done = true;
  });
  // Its time is seen to pass: the advance is under way.
  while ((await account.now()) === startAt && !done);
  const refused = [
    await ask("POST", "/sandbox/clock/advance", { by: "PT1S" }),
    await ask("PUT", "/sandbox/clock", { mode: "running" }),
  ];
  const answered = [await elsewhere.openConfirmed(1_000), await elsewhere.advance({ by: "PT10S" })];
  const seen = await account.now();
  expect(done).toBe(false);
  expect(answered).toHaveLength(2);
  for (const busy of refused) {
    expect(busy.status).toBe(409);
    expect(busy.at("code")).toBe("CLOCK_BUSY");
  }
  expect(seen > startAt && seen < tenYearsLater).toBe(true);

  const advanced = await advancing;
  const events = await account.events();
  const fired = events.slice(before);
  const count = (type: string) => fired.filter((event) => event.type === type).length;
  expect(advanced.body).toMatchObject({ from: startAt, to: tenYearsLater, truncated: true });
  expect(advanced.at("firedTotal")).toBe(fired.length);
  expect(advanced.at("position")).toBe(events.length);
  expect(advanced.at("fired.length")).toBe(1_000);
  expect(advanced.at("fired")).toEqual(fired.slice(0, 1_000));

  expect(count("AutomaticWithdrawalMade")).toBe(days);
  expect(count("AutomaticWithdrawalSkipped")).toBe(0);
  expect(count("WithdrawalSettled")).toBe(days);
  expect(count("SubscriptionChargePaid")).toBe(days + 2 * 120);
  expect(count("NotificationRaised")).toBe(2 * days + 2 * 120);
  expect(count("HoldReleased")).toBe(1);
  expect(events.map(({ position }) => position)).toEqual(events.map((_, i) => i + 1));
  const ats = events.map(({ at }) => String(at));
  expect(ats.findIndex((at, i) => at < (ats[i - 1] ?? ""))).toBe(-1);

  // All that came in since the last morning is left: three billings of the last day at noon.
  expect(await account.balance()).toBe(3_000);
  expect((await ask("POST", "/sandbox/clock/advance", { by: "PT1S" })).status).toBe(200);
});

it("of two advances at once one is carried out and the other is told that the clock is busy", async () => {
  await using sandbox = await startCheckedSandbox();
  await sandbox.ask("PATCH", "/sandbox/company", { automaticWithdrawal: { at: "06:00" } });
  const advance = () => sandbox.ask("POST", "/sandbox/clock/advance", { by: "P3653D" });
  const answers = await Promise.all([advance(), advance()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await sandbox.account.now()).toBe(tenYearsLater);
});
