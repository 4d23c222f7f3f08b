import type { BodyOf } from "../../../src/client/connection.ts";
import type { components } from "../../../src/spec/generated/control-api.ts";
import { isoDuration, isoText, typedDuration } from "../../parts/duration.ts";
import { centsIn, MONEY_EXAMPLE, typedMoney } from "../../parts/typed-money.ts";
import type { Screen } from "../../state/place.ts";

export type Settings = components["schemas"]["AllSettings"];
export type SettingChanges = BodyOf<"changeSettings">;

/** A setting as a person reads and writes it. */
export interface SettingField {
  readonly name: SettingName;
  /** The values that it can have, where these are few. */
  readonly choices?: readonly SettingChoice[];
  /** A value as it can be typed, for a field that does not take every text. */
  readonly example?: string;
  readonly shown: (settings: Settings) => string;
  /** Returns the change that a text asks for; null if it says no value. */
  readonly change: (text: string) => SettingChanges | null;
}

const OUTCOMES = ["CONFIRMED", "FAILED", "MANUAL"] as const;
export type SettingChoice = (typeof OUTCOMES)[number] | "true" | "false" | "strict" | "any" | "world" | "wall";

export type SettingName =
  | Exclude<keyof Settings, "settlement" | "triggers">
  | keyof NonNullable<Settings["settlement"]>;

/** Every setting but the triggers, whose list is edited in the reference; by what it is about. */
export const SETTING_GROUPS: readonly { readonly about: Screen; readonly fields: readonly SettingField[] }[] = [
  {
    about: "withdrawals",
    fields: [
      amount(
        "minimumWithdrawal",
        ({ minimumWithdrawal }) => minimumWithdrawal,
        (cents) => ({ minimumWithdrawal: cents }),
      ),
      amount(
        "withdrawalFee",
        ({ withdrawalFee }) => withdrawalFee,
        (cents) => ({ withdrawalFee: cents }),
      ),
      choice(
        "manualApproval",
        ["true", "false"],
        (settings) => String(settings.manualApproval),
        (value) => ({
          manualApproval: value === "true",
        }),
      ),
      duration(
        "otpLifetime",
        ({ otpLifetime }) => otpLifetime,
        (otpLifetime) => ({ otpLifetime }),
      ),
      {
        name: "otpCode",
        example: "123456",
        shown: ({ otpCode }) => otpCode ?? "",
        change: (text) => (/^(\d{6})?$/.test(text) ? { otpCode: text || null } : null),
      },
      choice(
        "outcome",
        OUTCOMES,
        ({ settlement }) => settlement?.outcome ?? "",
        (value) => ({
          settlement: { outcome: OUTCOMES.find((outcome) => outcome === value) ?? "CONFIRMED" },
        }),
      ),
      duration(
        "delay",
        ({ settlement }) => settlement?.delay,
        (delay) => ({ settlement: { delay } }),
      ),
      {
        name: "reason",
        shown: ({ settlement }) => settlement?.reason ?? "",
        change: (text) => ({ settlement: { reason: text || null } }),
      },
    ],
  },
  {
    about: "charges",
    fields: [
      {
        name: "retention",
        example: "10 % 30 d",
        shown: ({ retention }) => (retention == null ? "" : `${retention.percent} % ${isoText(retention.holdFor)}`),
        change: retentionIn,
      },
    ],
  },
  {
    about: "webhooks",
    fields: [
      choice(
        "webhookUrls",
        ["strict", "any"],
        ({ webhookUrls }) => String(webhookUrls),
        (value) => ({
          webhookUrls: value === "any" ? "any" : "strict",
        }),
      ),
      duration(
        "webhookTimeout",
        ({ webhookTimeout }) => webhookTimeout,
        (webhookTimeout) => ({ webhookTimeout }),
      ),
      choice(
        "webhookTimestamps",
        ["world", "wall"],
        (settings) => String(settings.webhookTimestamps),
        (value) => ({
          webhookTimestamps: value === "wall" ? "wall" : "world",
        }),
      ),
    ],
  },
  {
    about: "time",
    fields: [
      {
        name: "timeZone",
        example: "America/Sao_Paulo",
        shown: ({ timeZone }) => timeZone ?? "",
        change: (timeZone) => (timeZone ? { timeZone } : null),
      },
    ],
  },
];

export const SETTING_FIELDS = SETTING_GROUPS.flatMap(({ fields }) => fields);

/** Joins changes into one. */
export function joined(changes: readonly SettingChanges[]): SettingChanges {
  const settlement = Object.assign({}, ...changes.map((change) => change.settlement));
  return Object.assign({}, ...changes, Object.keys(settlement).length > 0 && { settlement });
}

function amount(
  name: SettingName,
  read: (settings: Settings) => number | undefined,
  write: (cents: number) => SettingChanges,
): SettingField {
  return {
    name,
    example: MONEY_EXAMPLE,
    shown: (settings) => typedMoney(read(settings) ?? 0),
    change(text) {
      const cents = centsIn(text, 0);
      return cents === null ? null : write(cents);
    },
  };
}

function duration(
  name: SettingName,
  read: (settings: Settings) => string | undefined,
  write: (duration: string) => SettingChanges,
): SettingField {
  return {
    name,
    example: "5 min, 2 h 30 min",
    shown: (settings) => isoText(read(settings) ?? ""),
    change(text) {
      const ms = typedDuration(text);
      return ms === null ? null : write(isoDuration(ms));
    },
  };
}

function choice(
  name: SettingName,
  choices: readonly SettingChoice[],
  shown: (settings: Settings) => string,
  change: (value: string) => SettingChanges,
): SettingField {
  return { name, choices, shown, change };
}

/** Reads `10 % 30 d`; nothing is no retention. */
function retentionIn(text: string): SettingChanges | null {
  if (text.trim() === "") return { retention: null };
  const [, percent = "", holdFor = ""] = /^\s*(\d+(?:[.,]\d{1,2})?)\s*%\s*(.+)$/.exec(text) ?? [];
  const ms = typedDuration(holdFor);
  if (percent === "" || ms === null) return null;
  return { retention: { percent: Number(percent.replace(",", ".")), holdFor: isoDuration(ms) } };
}
