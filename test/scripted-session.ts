import { startSandbox } from "../src/testing/start-sandbox.ts";

/**
 * `node scripted-session.ts <fixture> <seed>`: makes a world, lives through the same calls every time, and prints its
 * history, an event a line.
 */
const [, , fixture = "default", seed = "1"] = process.argv;

await using saldo = await startSandbox({ listen: false, fixture, seed });

/** Withdraws what there is, after one wrong code. */
async function withdraw(): Promise<void> {
  const value = (await saldo.ask("GET", "/account-balance")).at("data.balance");
  const withdrawId = (await saldo.ask("POST", "/account-balance/withdraw", { value })).text("data.withdrawId");
  const right = await saldo.inbox.latestCode(withdrawId);
  const wrong = right === "000000" ? "000001" : "000000";
  for (const otpCode of [wrong, right]) {
    await saldo.ask("POST", "/account-balance/withdraw/confirm", { withdrawId, otpCode });
  }
}

// Money comes in, in every way, and some of it goes back; another company comes.
await saldo.ask("PATCH", "/sandbox/company", { automaticWithdrawal: { at: "06:30" } });
await saldo.settings.change({ withdrawalFee: 150, settlement: { delay: "PT30S" } });
const { subscriptionId } = await saldo.subscriptions.create({ amountCents: 4_990, interval: "P1M" });
await saldo.subscriptions.authorize(subscriptionId);
for (let total = 10_000; total <= 100_000; total += 10_000) {
  const { chargeId } = await saldo.charges.create({ total, expiresIn: "P2D", paid: total % 30_000 === 0 });
  if (total === 30_000) await saldo.ask("POST", `/sandbox/charges/${chargeId}/refund`);
  if (total === 60_000) await saldo.ask("POST", `/sandbox/charges/${chargeId}/chargeback`);
}
await saldo.addCompany({ balance: 70_000 });
await withdraw();
await saldo.clock.advance({ by: "PT3M" });
await saldo.clock.advance({ toNext: true });
await saldo.clock.advance({ by: "P6M" });
await saldo.charges.create({ total: 90_000, paid: true });
await withdraw();
await saldo.clock.advance({ by: "PT30S" });

for (let after = 0; ; ) {
  const { events } = Object((await saldo.ask("GET", `/sandbox/events?limit=1000&after=${after}`)).body);
  if (events.length === 0) break;
  for (const event of events) process.stdout.write(`${JSON.stringify(event)}\n`);
  after = events.at(-1).position;
}
