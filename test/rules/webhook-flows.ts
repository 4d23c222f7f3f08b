import type { Account } from "./account.ts";
import { hour, later, second, startAt } from "./checked-sandbox.ts";
import type { Row } from "./json-reading.ts";

export const customer = { id: "c-1", name: "Mariana Souza", email: "mariana@acme.dev", phone: "+5511987654321" };
export const terms = { total: 12_990, externalId: "pedido-1042", customer };
export const monthly = { amountCents: 4_990, interval: "P1M", customer };
const monthLater = "2026-04-02T12:00:00.000Z";

/** Something that happens, and what a webhook is told of it; answers with what must be in `data`. */
export interface Flow {
  readonly event: string;
  readonly when: string;
  readonly at?: string;
  run(account: Account): Promise<Row>;
}

/** Makes a subscription that its customer has authorized. */
export async function authorized(account: Account, body: object): Promise<string> {
  const id = await account.subscription(body);
  await account.ask("POST", `/sandbox/subscriptions/${id}/authorize`);
  return id;
}

export const flows: readonly Flow[] = [
  {
    event: "charge.pending",
    when: "a charge is created",
    async run(account) {
      const chargeId = await account.charge(terms);
      return { chargeId, paymentStatus: "PENDING", ...terms, paidAt: null };
    },
  },
  {
    event: "charge.processing",
    when: "its payment is in processing",
    async run(account) {
      const chargeId = await account.charge(terms);
      await account.move(chargeId, "process");
      return { chargeId, paymentStatus: "PROCESSING", previousStatus: "PENDING", ...terms, paidAt: null };
    },
  },
  {
    event: "charge.paid",
    when: "its payment is confirmed",
    async run(account) {
      const chargeId = await account.charge(terms);
      await account.move(chargeId, "process");
      await account.move(chargeId, "pay");
      return { chargeId, paymentStatus: "PAID", previousStatus: "PROCESSING", ...terms, paidAt: startAt };
    },
  },
  {
    event: "charge.expired",
    when: "its time is over",
    at: later(startAt, hour),
    async run(account) {
      const chargeId = await account.charge({ ...terms, expiresIn: "PT1H" });
      await account.advance({ by: "PT2H" });
      return {
        chargeId,
        paymentStatus: "EXPIRED",
        previousStatus: "PENDING",
        expiresAt: later(startAt, hour),
        ...terms,
      };
    },
  },
  {
    event: "subscription.authorized",
    when: "the customer authorizes it",
    async run(account) {
      return { subscriptionId: await authorized(account, monthly), status: "AUTHORIZED", ...monthly };
    },
  },
  {
    event: "subscription.rejected",
    when: "its authorization is refused",
    async run(account) {
      const subscriptionId = await account.subscription(monthly);
      await account.ask("POST", `/sandbox/subscriptions/${subscriptionId}/reject`);
      return { subscriptionId, status: "REJECTED", ...monthly };
    },
  },
  {
    event: "subscription.charge.paid",
    when: "a recurring charge is paid",
    at: monthLater,
    async run(account) {
      const subscriptionId = await authorized(account, monthly);
      await account.advance({ by: "P1M" });
      return { subscriptionId, status: "AUTHORIZED", ...monthly, paidAt: monthLater };
    },
  },
  {
    event: "subscription.charge.failed",
    when: "a recurring charge fails",
    at: monthLater,
    async run(account) {
      const subscriptionId = await authorized(account, { ...monthly, nextOutcome: "FAILED" });
      await account.advance({ by: "P1M" });
      return { subscriptionId, status: "AUTHORIZED", ...monthly, failedAt: monthLater };
    },
  },
  {
    event: "withdraw.completed",
    when: "the payment of a withdrawal is confirmed",
    at: later(startAt, 10 * second),
    async run(account) {
      const withdrawId = await account.openConfirmed(50_000);
      await account.advance({ by: "PT1M" });
      const [{ endToEndId } = {}] = await account.history();
      const amounts = { value: 50_000, fee: 200, netValue: 49_800 };
      const completedAt = later(startAt, 10 * second);
      return { withdrawId, status: "CONFIRMED", origin: "MANUAL", ...amounts, endToEndId, completedAt };
    },
  },
  {
    event: "withdraw.completed",
    when: "the payment of an automatic withdrawal is confirmed",
    at: "2026-03-03T09:00:10.000Z",
    async run(account) {
      await account.ask("PATCH", "/sandbox/company", { automaticWithdrawal: { at: "06:00" } });
      await account.advance({ by: "P1D" });
      const [newest] = await account.history();
      const { withdrawId, endToEndId } = newest ?? {};
      return { withdrawId, status: "CONFIRMED", origin: "AUTOMATIC", value: 150_000, endToEndId };
    },
  },
  {
    event: "dispute.chargeback",
    when: "a chargeback is received",
    async run(account) {
      const chargeId = await account.charge({ ...terms, paid: true });
      await account.move(chargeId, "chargeback");
      return { chargeId, paymentStatus: "PAID", ...terms, chargebackAt: startAt };
    },
  },
];

/** Everything that can happen to charges, subscriptions and withdrawals, refunds and failed payouts too. */
export async function everything(account: Account): Promise<void> {
  for (const { run } of flows) await run(account);
  await account.move(await account.charge({ total: 700, paid: true }), "refund");
  await account.ask("PATCH", "/sandbox/company", { automaticWithdrawal: null });
  await account.charge({ total: 70_000, paid: true });
  await account.settings({ settlement: { outcome: "FAILED" } });
  await account.openConfirmed(10_000);
  await account.cancel(await account.open(10_000));
  await account.advance({ by: "PT1M" });
}
