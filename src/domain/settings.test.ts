import { describe, expect, it } from "vitest";
import type { WorldEvent } from "./event.ts";
import { evolve } from "./evolve.ts";
import { defaultSettings, type SettingsPatch, settingsProblems, withChanges } from "./settings.ts";
import { emptyWorld } from "./world.ts";

describe("the settings of an instance", () => {
  it("begin with the documented minimum and timeout and the assumed rest", () => {
    expect(defaultSettings).toMatchObject({
      minimumWithdrawal: 101,
      withdrawalFee: 200,
      otpLifetime: "PT5M",
      manualApproval: false,
      retention: null,
      settlement: { delay: "PT10S", outcome: "CONFIRMED", reason: null },
      triggers: [],
      otpCode: null,
      webhookUrls: "strict",
      webhookTimeout: "PT10S",
      webhookTimestamps: "world",
      timeZone: "America/Sao_Paulo",
    });
    expect(settingsProblems(defaultSettings)).toEqual([]);
  });

  it("have the default of what did not exist when they were kept", () => {
    const world = emptyWorld();
    const event: WorldEvent = JSON.parse('{ "type": "WorldCreated", "seed": "1", "settings": { "withdrawalFee": 7 } }');
    evolve(world, event, 0);
    expect(world.settings).toEqual({ ...defaultSettings, withdrawalFee: 7 });
  });

  it.each<{ patch: SettingsPatch; at: string }>([
    { patch: { otpLifetime: "-PT5M" }, at: "otpLifetime" },
    { patch: { retention: { percent: 10, holdFor: "P30" } }, at: "retention.holdFor" },
    { patch: { triggers: [{ pixKey: "ana", settlement: { delay: "soon" } }] }, at: "triggers.0.settlement.delay" },
    { patch: { triggers: [{ valueEndsWith: 1, settlement: {} }, { settlement: {} }] }, at: "triggers.1" },
  ])("are refused with the place of what is wrong: $at", ({ patch, at }) => {
    expect(settingsProblems(withChanges(defaultSettings, patch)).map((problem) => problem.at)).toEqual([at]);
  });

  it.each(["PT0.001S", "PT10S", "PT5M", "PT300S"])("let an attempt take %s", (webhookTimeout) => {
    expect(settingsProblems({ ...defaultSettings, webhookTimeout })).toEqual([]);
  });

  it.each(["PT0S", "PT5M0.001S", "PT1H", "P1D", "P1M", "P1Y", "-PT1S", "ten seconds"])(
    "do not let an attempt take %s: it has a beginning and an end, and a process waits for it",
    (webhookTimeout) => {
      const problems = settingsProblems({ ...defaultSettings, webhookTimeout });
      expect(problems.map(({ at }) => at)).toEqual(["webhookTimeout"]);
    },
  );

  it("are refused with all that is wrong at once", () => {
    const patch = { otpLifetime: "x", timeZone: "y", settlement: { delay: "z" }, webhookTimeout: "PT0S" };
    const places = settingsProblems(withChanges(defaultSettings, patch)).map(({ at }) => at);
    expect(places).toEqual(["otpLifetime", "settlement.delay", "webhookTimeout", "timeZone"]);
  });
});
