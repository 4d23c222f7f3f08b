import { describe, expect, it } from "vitest";
import { defaultSettings } from "../settings.ts";
import { Story } from "../testing/story.ts";

describe("an instance", () => {
  it("records its settings whole, so that history does not depend on what the defaults become", () => {
    const { events, outcome } = new Story().when({ type: "change-settings", patch: { withdrawalFee: 0 } });
    expect(events).toEqual([{ type: "SettingsChanged", settings: { ...defaultSettings, withdrawalFee: 0 } }]);
    expect(outcome).toEqual({ type: "settings-changed" });
  });

  it("refuses settings that it could not work with, and stays as it was", () => {
    const story = new Story();
    const { events, outcome } = story.when({ type: "change-settings", patch: { timeZone: "Mars/Olympus" } });
    expect(events).toEqual([]);
    expect(outcome).toMatchObject({ type: "value-not-allowed", problems: [{ at: "timeZone" }] });
    expect(story.world.settings).toEqual(defaultSettings);
  });
});

describe("the routes of an instance", () => {
  const hooks = ["hooks.acme.dev", "http://127.0.0.1:3000"] as const;

  it("are recorded as they were understood, and replace those before", () => {
    const story = new Story();
    const target = "http://127.0.0.1:3000";
    const { events, outcome } = story.when({
      type: "set-routes",
      routes: [
        ["Hooks.Acme.dev.", `${target}/`],
        ["other.acme.dev", target],
      ],
    });
    const understood = [
      { host: "hooks.acme.dev", target },
      { host: "other.acme.dev", target },
    ];
    expect(events).toEqual([{ type: "RoutesSet", routes: understood }]);
    expect(outcome).toEqual({ type: "routes-set" });
    expect(story.world.routes).toEqual(understood);
    story.given({ type: "set-routes", routes: [] });
    expect(story.world.routes).toEqual([]);
  });

  it("are refused as a whole when one is wrong, with the host of each that is", () => {
    const story = new Story();
    story.given({ type: "set-routes", routes: [hooks] });
    const good = ["good.acme.dev", "http://127.0.0.1:1"] as const;
    const bad = ["bad.acme.dev", "http://127.0.0.1:1/path"] as const;
    const { events, outcome } = story.when({ type: "set-routes", routes: [good, bad, hooks, hooks] });
    expect(events).toEqual([]);
    expect(outcome).toMatchObject({
      type: "value-not-allowed",
      problems: [{ at: "bad.acme.dev" }, { at: "hooks.acme.dev" }],
    });
    expect(story.world.routes).toEqual([{ host: "hooks.acme.dev", target: "http://127.0.0.1:3000" }]);
  });
});
