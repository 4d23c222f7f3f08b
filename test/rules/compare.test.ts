import { expect } from "vitest";
import { it, startHookedSandbox } from "./checked-sandbox.ts";

it("two futures of one moment that did the same are alike, though their identifiers differ", async () => {
  await using sandbox = await startHookedSandbox();
  const { account, ask } = sandbox;
  await account.webhook(["withdraw.completed", "charge.paid"]);
  const common = await account.position();
  const live = async () => {
    await account.charge({ total: 90_000, paid: true });
    await account.openConfirmed(40_000);
    await account.advance({ by: "P1D" });
    return account.position();
  };
  const left = await live();
  await account.rewind({ position: common });
  const right = await live();
  const compared = await ask("GET", `/sandbox/compare?left=${left}`);
  expect(compared.body).toMatchObject({
    common,
    firstDifference: null,
    left: { position: left },
    right: { position: right },
  });
  expect(compared.at("left.events.0.data.chargeId")).not.toBe(compared.at("right.events.0.data.chargeId"));
  expect(compared.at("left.accounts")).toEqual(compared.at("right.accounts"));
});

it("shows the first event that differs, and what each side has then", async ({ account, ask }) => {
  const common = await account.position();
  await account.charge({ total: 1_000, paid: true });
  await account.charge({ total: 2_000, paid: true });
  const left = await account.position();
  await account.rewind({ position: common });
  await account.charge({ total: 1_000, paid: true });
  await account.bookmark("the same so far");
  const alike = await account.position();
  await account.charge({ total: 2_500, paid: true });
  const compared = await ask("GET", `/sandbox/compare?left=${left}`);
  const { firstDifference } = Object(compared.body);
  for (const [side, total] of [
    ["left", 2_000],
    ["right", 2_500],
  ] as const)
    expect(compared.at(`${side}.events.${firstDifference}`)).toMatchObject({ type: "ChargeCreated", data: { total } });
  const past = await ask("GET", `/sandbox/past/${left}`);
  expect(compared.at("left")).toMatchObject(Object(past.body));
  // One side may end earlier: there the other one's first event more is the difference.
  const shorter = await ask("GET", `/sandbox/compare?left=${left}&right=${alike}`);
  expect(shorter.body).toMatchObject({ firstDifference });
  expect(shorter.at(`right.events.${firstDifference}`)).toBeUndefined();
  const limited = await ask("GET", `/sandbox/compare?left=${left}&limit=1`);
  expect(limited.body).toMatchObject({ firstDifference: null, left: { hasMore: true }, right: { hasMore: true } });
});

it("is refused for places that a rewind refuses", async ({ sandbox }) => {
  const last = await sandbox.account.position();
  for (const query of [`left=${last + 1}`, `left=${last}&right=${last + 1}`]) {
    const answer = await sandbox.ask("GET", `/sandbox/compare?${query}`);
    expect(answer).toMatchObject({ status: 422, body: { code: "POSITION_UNKNOWN", last } });
  }
});
