import { describe, expect, it } from "vitest";
import { defaultSettings } from "../../src/domain/settings.ts";
import { startCheckedSandbox } from "./checked-sandbox.ts";

describe("settings of the instance", () => {
  it("are at their defaults, change field by field, and stay as they were otherwise", async () => {
    await using sandbox = await startCheckedSandbox();
    const { ask } = sandbox;
    const { position: _, ...defaults } = Object((await ask("GET", "/sandbox/settings")).body);
    expect(defaults).toEqual(defaultSettings);
    const changed = await ask("PATCH", "/sandbox/settings", { settlement: { delay: "PT1M" }, withdrawalFee: 0 });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      ...defaults,
      withdrawalFee: 0,
      settlement: { delay: "PT1M", outcome: "CONFIRMED", reason: null },
    });
    expect((await ask("GET", "/sandbox/settings")).body).toEqual(changed.body);
    expect((await ask("GET", "/sandbox/world")).at("settings")).toMatchObject({ withdrawalFee: 0 });
  });

  it("refuse what they cannot be, and stay as they were", async () => {
    await using sandbox = await startCheckedSandbox();
    const before = (await sandbox.ask("GET", "/sandbox/settings")).body;
    const refused = [
      [{}, 400],
      [{ minimumWithdrawal: -1 }, 400],
      [{ withdrawalFee: 1.5 }, 400],
      [{ otpLifetime: "five minutes" }, 400],
      [{ otpLifetime: "P99999D" }, 422],
      [{ timeZone: "Mars/Olympus" }, 422],
      [{ retention: { percent: 101, holdFor: "P1D" } }, 400],
      [{ retention: { percent: 10, holdFor: "P999999D" } }, 422],
      [{ settlement: { outcome: "LATER" } }, 400],
      [{ settlement: { delay: "P99999D" } }, 422],
      [{ webhook: true }, 400],
      [{ webhookUrls: "public" }, 400],
      [{ webhookTimestamps: "both" }, 400],
      [{ webhookTimeout: 10 }, 400],
      [{ webhookTimeout: "ten seconds" }, 400],
      [{ webhookTimeout: "PT0S" }, 422],
      [{ webhookTimeout: "PT5M0.001S" }, 422],
      [{ webhookTimeout: "P1D" }, 422],
    ] as const;
    for (const [patch, status] of refused) {
      const answer = await sandbox.ask("PATCH", "/sandbox/settings", patch);
      expect([patch, answer.status]).toEqual([patch, status]);
    }
    expect((await sandbox.ask("GET", "/sandbox/settings")).body).toEqual(before);
  });
});

describe("settings of a company", () => {
  it("change field by field; new withdrawals and codes follow", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    const before = Object((await ask("GET", "/sandbox/company")).body);
    const patch = { pixKey: "nova@example.com", responsible: { email: "nova.pessoa@example.com" } };
    const changed = await ask("PATCH", "/sandbox/company", patch);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      companyId: before.companyId,
      name: before.name,
      document: before.document,
      pixKey: "nova@example.com",
      responsible: { name: before.responsible.name, email: "nova.pessoa@example.com" },
      retention: null,
      automaticWithdrawal: null,
    });
    expect((await ask("GET", "/sandbox/company")).body).toEqual(changed.body);
    const terms = { retention: { percent: 50, holdFor: "P1D" }, automaticWithdrawal: { at: "06:00" } };
    expect((await ask("PATCH", "/sandbox/company", terms)).body).toMatchObject({
      pixKey: "nova@example.com",
      ...terms,
    });
    const none = { retention: null, automaticWithdrawal: null };
    expect((await ask("PATCH", "/sandbox/company", none)).body).toMatchObject({ pixKey: "nova@example.com", ...none });
    expect((await account.initiate(1_000)).at("data.pixKey")).toBe("nova@example.com");
    expect((await ask("GET", "/sandbox/inbox")).at("messages.0.to")).toBe("nova.pessoa@example.com");
  });

  it("refuse what they cannot be, and stay as they were", async () => {
    await using sandbox = await startCheckedSandbox();
    const before = (await sandbox.ask("GET", "/sandbox/company")).body;
    const refused = [
      [{}, 400],
      [{ name: "" }, 400],
      [{ document: "40271593000145" }, 400],
      [{ responsible: { email: "no address" } }, 400],
      [{ automaticWithdrawal: { at: "24:00" } }, 400],
      [{ automaticWithdrawal: { at: "6:00" } }, 400],
      [{ retention: { percent: 5, holdFor: "P999999D" } }, 422],
    ] as const;
    for (const [patch, status] of refused) {
      const answer = await sandbox.ask("PATCH", "/sandbox/company", patch);
      expect([patch, answer.status]).toEqual([patch, status]);
    }
    expect((await sandbox.ask("GET", "/sandbox/company")).body).toEqual(before);
  });
});
