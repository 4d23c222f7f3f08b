import { describe, expect, it } from "vitest";
import { acme, Story } from "../testing/story.ts";

describe("a company", () => {
  it("begins with empty books and nothing held", () => {
    const story = new Story();
    expect(story.ledger).toEqual({ available: 0, reserved: 0, unsettled: 0, customers: 0, bank: 0, fees: 0 });
    expect(story.holds).toEqual([]);
  });

  it("changes what is named and keeps the rest", () => {
    const story = new Story();
    const { companyId } = story;
    const { events, outcome } = story.when({ type: "change-company", companyId, patch: { pixKey: "new" } });
    expect(events).toEqual([{ type: "CompanyChanged", companyId, profile: { ...acme, pixKey: "new" } }]);
    expect(outcome).toEqual({ type: "company-changed", companyId });
  });

  it("is refused, new or changed, with a retention that holds for no duration", () => {
    const story = new Story();
    const { companyId } = story;
    const retention = { percent: 10, holdFor: "a while" };
    for (const decision of [
      story.when({ type: "add-company", profile: { ...acme, retention } }),
      story.when({ type: "change-company", companyId, patch: { retention } }),
    ]) {
      expect(decision.events).toEqual([]);
      expect(decision.outcome).toMatchObject({ type: "value-not-allowed", problems: [{ at: "retention.holdFor" }] });
    }
  });

  it("has its own money", () => {
    const story = new Story({ balance: 1_000 });
    const companyId = story.addCompany({ name: "Other" });
    story.charge({ companyId, total: 7_000, paid: true });
    expect(story.ledger.available).toBe(1_000);
    expect(story.world.companies.get(companyId)?.ledger.available).toBe(7_000);
  });
});
