import { expect } from "vitest";
import { it, startHookedSandbox } from "./checked-sandbox.ts";
import { rowsOf } from "./json-reading.ts";

it("a look at the past shows what a rewind would bring back, and changes nothing", async () => {
  await using sandbox = await startHookedSandbox();
  const { account, ask } = sandbox;
  await account.webhook(["withdraw.completed"]);
  const places: { position: number; withdrawals: string[]; ledger: unknown; holds: unknown }[] = [];
  const note = async (...withdrawals: string[]) => {
    const ledger = (await ask("GET", "/sandbox/ledger")).at("accounts");
    places.push({ position: await account.position(), withdrawals, ledger, holds: await account.holds() });
  };
  await note();
  const withdrawId = await account.open(1_000);
  await note(withdrawId);
  await account.cancel(withdrawId);
  await note();
  await account.settings({ retention: { percent: 10, holdFor: "P30D" } });
  await account.charge({ total: 5_000, paid: true });
  await note();
  await account.rewind({ position: places[1]?.position ?? 0 });
  await note(withdrawId);
  const before = await account.position();
  for (const { position, withdrawals, ledger, holds } of places) {
    const seen = await ask("GET", `/sandbox/past/${position}`);
    expect(seen.body).toMatchObject({ position, accounts: ledger, holds, deliveries: [] });
    expect(rowsOf(seen, "withdrawals").map((shown) => shown.withdrawId)).toEqual(withdrawals);
  }
  expect(await account.position()).toBe(before);
});

it("a look at the past shows the deliveries that were pending", async () => {
  await using sandbox = await startHookedSandbox();
  const { account, ask } = sandbox;
  sandbox.receiver.behave({ status: 500 });
  await account.webhook(["charge.paid"]);
  await account.charge({ total: 100, paid: true });
  await account.advance({ by: "PT0S" });
  const [delivery] = await account.deliveries();
  const position = await account.position();
  await account.advance({ by: "P2D" });
  const { deliveryId, webhookId, event, nextAttemptAt } = delivery ?? {};
  const seen = await ask("GET", `/sandbox/past/${position}`);
  expect(seen.at("deliveries")).toEqual([{ deliveryId, webhookId, event, attempts: 1, nextAttemptAt }]);
});

it("a company that was not there yet has no accounts", async ({ sandbox }) => {
  const position = await sandbox.account.position();
  const { apiKey } = await sandbox.addCompany();
  const seen = await sandbox.as(apiKey)("GET", `/sandbox/past/${position}`);
  expect(seen.body).toMatchObject({ position, accounts: null, holds: [], withdrawals: [], deliveries: [] });
});

it("a look goes where a rewind goes, and is refused for the same reasons", async ({ account, ask }) => {
  const beginning = await account.position();
  await account.charge({ total: 1_000, paid: true });
  const last = await account.position();
  const ends = (await account.events()).filter(({ commandEnd }) => commandEnd).map((event) => event.position);
  expect(ends.slice(ends.indexOf(beginning))).toEqual([beginning, last]);
  const refusals = [
    [beginning - 1, "REWIND_BEYOND_HORIZON"],
    [last - 1, "POSITION_WITHIN_COMMAND"],
    [last + 1, "POSITION_UNKNOWN"],
  ] as const;
  for (const [position, code] of refusals) {
    const looked = await ask("GET", `/sandbox/past/${position}`);
    const rewound = await ask("POST", "/sandbox/rewind", { position });
    expect([looked.status, looked.at("code"), looked.at("detail")]).toEqual([422, code, rewound.at("detail")]);
    if (code === "POSITION_WITHIN_COMMAND") expect(rewound.at("allowed")).toEqual([beginning, last]);
  }
  for (const position of ["x", "-1", "1.5"]) expect((await ask("GET", `/sandbox/past/${position}`)).status).toBe(400);
});
