import type { Due } from "../../domain/due.ts";
import type { FixturePath } from "../../spec/fixture-place.ts";
import type { Inspection } from "./inspection.ts";

/** What is due must have been scheduled, each at a place of its own, and must not be missed already. */
export function inspectDues(inspection: Inspection): void {
  const { world } = inspection;
  const dues = new DueOrders(inspection);
  world.companies.forEach(({ automaticWithdrawalDue, holds }, i) => {
    dues.look(automaticWithdrawalDue, ["companies", i, "automaticWithdrawalDue"]);
    holds.forEach(({ due }, j) => {
      dues.look(due, ["companies", i, "holds", j, "due"]);
    });
  });
  world.charges.forEach(({ expiryDue }, i) => {
    dues.look(expiryDue, ["charges", i, "expiryDue"]);
  });
  world.subscriptions.forEach(({ billingDue }, i) => {
    dues.look(billingDue, ["subscriptions", i, "billingDue"]);
  });
  world.withdrawals.forEach(({ settlementDue }, i) => {
    dues.look(settlementDue, ["withdrawals", i, "settlementDue"]);
  });
  world.deliveries.forEach(({ attemptDue }, i) => {
    // Attempts wait for others, and those that were under way are made again.
    dues.look(attemptDue, ["deliveries", i, "attemptDue"], "may be overdue");
  });
}

class DueOrders {
  readonly #inspection: Inspection;
  readonly #seen = new Set<number>();

  constructor(inspection: Inspection) {
    this.#inspection = inspection;
  }

  look(due: Due | null, path: FixturePath, overdue?: "may be overdue"): void {
    if (due === null) return;
    const { scheduled, at } = this.#inspection.world;
    const { order } = due;
    if (overdue === undefined && due.at < at) {
      this.#note([...path, "at"], `at is ${due.at}, which is before the world's time, ${at}`);
    }
    if (order > scheduled) this.#note([...path, "order"], `order is ${order}, but scheduled is only ${scheduled}`);
    if (this.#seen.has(order)) this.#note([...path, "order"], `order is ${order}, which something else has already`);
    this.#seen.add(order);
  }

  #note(path: FixturePath, message: string): void {
    this.#inspection.note(["world", ...path], message);
  }
}
