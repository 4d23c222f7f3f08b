import { expect, test } from "vitest";
import { defaultSettings } from "../../../src/domain/settings.ts";
import { joined, SETTING_FIELDS, type SettingName } from "./setting-fields.ts";

function field(name: SettingName) {
  const found = SETTING_FIELDS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${name} is no setting`);
  return found;
}

test.each([
  ["otpLifetime", "7 min", { otpLifetime: "PT7M" }],
  ["delay", "1 h 30 min", { settlement: { delay: "PT90M" } }],
  ["webhookTimeout", "15s", { webhookTimeout: "PT15S" }],
  ["retention", "12,5 % 30 dias", { retention: { percent: 12.5, holdFor: "P30D" } }],
  ["retention", "", { retention: null }],
  ["withdrawalFee", "0", { withdrawalFee: 0 }],
  ["minimumWithdrawal", "1.234,56", { minimumWithdrawal: 123_456 }],
  ["otpCode", "000000", { otpCode: "000000" }],
  ["otpCode", "", { otpCode: null }],
  ["manualApproval", "true", { manualApproval: true }],
] as const)("%s is written as %s", (name, text, change) => expect(field(name).change(text)).toEqual(change));

test.each([
  ["otpLifetime", "soon"],
  ["retention", "30 d"],
  ["otpCode", "12345"],
  ["withdrawalFee", "-1"],
] as const)("%s cannot be %s", (name, text) => expect(field(name).change(text)).toBeNull());

test("every setting but the triggers is shown as it is", () => {
  const shown = SETTING_FIELDS.map(
    (one) => one.change(one.shown({ ...defaultSettings, triggers: [] })) ?? { [one.name]: "cannot be written" },
  );
  expect({ ...joined(shown), triggers: [] }).toEqual(defaultSettings);
});

test("changes of the settlement are joined", () => {
  const changes = [{ settlement: { delay: "PT1M" } }, { withdrawalFee: 1 }, { settlement: { reason: "closed" } }];
  expect(joined(changes)).toEqual({ withdrawalFee: 1, settlement: { delay: "PT1M", reason: "closed" } });
});
