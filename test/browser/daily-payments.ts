import type { Page } from "playwright-core";
import type { SaldoClient } from "../../src/client/saldo-client.ts";

const SUBSCRIPTIONS = 40;

/** Makes customers that pay every day: an advance by a day then makes two events for each. */
export async function subscribeCustomers(client: SaldoClient): Promise<void> {
  for (let i = 0; i < SUBSCRIPTIONS; i++) {
    const { subscriptionId } = await client.subscriptions.create({ amountCents: 100, interval: "P1D" });
    await client.subscriptions.authorize(subscriptionId);
  }
}

/** Waits until the list shows the event at this position. */
export function eventShown(page: Page, position: number): Promise<void> {
  return page.locator(".event-row .position").getByText(String(position), { exact: true }).waitFor();
}
