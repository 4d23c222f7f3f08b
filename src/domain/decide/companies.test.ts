import { describe, expect, it } from "vitest";
import { acme, Story } from "../testing/story.ts";
import { typesOf } from "../testing/told.ts";

describe("a company", () => {
  it("can begin with a balance: a payment in the same commit, of which nothing is retained", () => {
    const story = new Story({ settings: { retention: { percent: 10, holdFor: "P30D" } } });
    const { events, outcome } = story.when({ type: "add-company", profile: acme, balance: 5_000 });
    expect(typesOf(events)).toEqual([
      "CompanyAdded",
      "ChargeCreated",
      "NotificationRaised",
      "ChargePaid",
      "NotificationRaised",
    ]);
    const companyId = "companyId" in outcome ? outcome.companyId : "";
    expect(story.world.companies.get(companyId)?.ledger).toMatchObject({ available: 5_000, reserved: 0 });
  });

  it("is refused with a time of day that no clock shows, and with a share beyond the whole", () => {
    const story = new Story();
    const wrong = { retention: { percent: 150, holdFor: "P1D" }, automaticWithdrawal: { at: "25:00" } };
    expect(story.when({ type: "add-company", profile: { ...acme, ...wrong } }).outcome).toMatchObject({
      type: "value-not-allowed",
      problems: [{ at: "retention.percent" }, { at: "automaticWithdrawal.at" }],
    });
  });
});
