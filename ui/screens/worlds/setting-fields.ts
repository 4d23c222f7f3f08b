import type { BodyOf } from "../../../src/client/connection.ts";
import type { AllSettings } from "../../../src/spec/generated/control-api.ts";
import { isoDuration, isoText, typedDuration } from "../../parts/duration.ts";
import { centsIn, MONEY_EXAMPLE, typedMoney } from "../../parts/typed-money.ts";
import type { Screen } from "../../state/place.ts";
import type { tables } from "../../text/texts.ts";

type SettingChanges = BodyOf<"changeSettings">;

/** A setting as a person reads and writes it. */
export interface SettingField {
  readonly name: SettingName;
  /** The values that it can have, where these are few. */
  readonly choices?: readonly SettingChoice[];
  /** A value as it can be typed, for a field that does not take every text. */
  readonly example?: string;
  readonly shown: (settings: AllSettings) => string;
  /** Returns the change that a text asks for; null if it says no value. */
  readonly change: (text: string) => SettingChanges | null;
}

type SettingChoice = Exclude<keyof typeof tables.worlds.choices, "">;

const OF_SETTLEMENT = ["outcome", "delay", "reason"] as const;

export type SettingName = Exclude<keyof AllSettings, "settlement" | "triggers"> | (typeof OF_SETTLEMENT)[number];

/** Every setting but the triggers, whose list is edited in the reference; by what it is about. */
export const SETTING_GROUPS: readonly { readonly about: Screen; readonly fields: readonly SettingField[] }[] = [
  {
    about: "withdrawals",
    fields: [
      money("minimumWithdrawal"),
      money("withdrawalFee"),
      choice("manualApproval", ["true", "false"], (text) => text === "true"),
      duration("otpLifetime"),
      words("otpCode", /^(\d{6})?$/, "123456"),
      choice("outcome", ["CONFIRMED", "FAILED", "MANUAL"]),
      duration("delay"),
      words("reason", /^/),
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
      choice("webhookUrls", ["strict", "any"]),
      duration("webhookTimeout"),
      choice("webhookTimestamps", ["world", "wall"]),
    ],
  },
  { about: "time", fields: [words("timeZone", /./, "America/Sao_Paulo")] },
];

export const SETTING_FIELDS = SETTING_GROUPS.flatMap(({ fields }) => fields);

export function joined(changes: readonly SettingChanges[]): SettingChanges {
  const settlement = Object.assign({}, ...changes.map((change) => change.settlement));
  return Object.assign({}, ...changes, Object.keys(settlement).length > 0 && { settlement });
}

function valueIn({ settlement, ...settings }: AllSettings, name: SettingName) {
  return { ...settlement, ...settings }[name];
}

/** Returns the change of a setting to a value; null for none. The server checks it. */
function changeTo(name: SettingName, value: string | number | boolean | null | undefined): SettingChanges | null {
  if (value === undefined) return null;
  const change = { [name]: value };
  return OF_SETTLEMENT.some((one) => one === name) ? { settlement: change } : change;
}

function money(name: SettingName): SettingField {
  const shown = (settings: AllSettings) => typedMoney(Number(valueIn(settings, name) ?? 0));
  return { name, example: MONEY_EXAMPLE, shown, change: (text) => changeTo(name, centsIn(text, 0) ?? undefined) };
}

function duration(name: SettingName): SettingField {
  const change = (text: string) => {
    const ms = typedDuration(text);
    return changeTo(name, ms === null ? undefined : isoDuration(ms));
  };
  return { name, example: "5 min, 2 h 30 min", shown: (settings) => isoText(textIn(settings, name)), change };
}

/** Takes the texts that a pattern allows; none for no value. */
function words(name: SettingName, allowed: RegExp, example = ""): SettingField {
  const change = (text: string) => changeTo(name, allowed.test(text) ? text || null : undefined);
  return { name, example, shown: (settings) => textIn(settings, name), change };
}

function choice(
  name: SettingName,
  choices: readonly SettingChoice[],
  read: (text: string) => string | boolean = (text) => text,
): SettingField {
  return {
    name,
    choices,
    shown: (settings) => textIn(settings, name),
    change: (text) => changeTo(name, read(text)),
  };
}

function textIn(settings: AllSettings, name: SettingName): string {
  return String(valueIn(settings, name) ?? "");
}

/** Reads `10 % 30 d`; nothing is no retention. */
function retentionIn(text: string): SettingChanges | null {
  if (text.trim() === "") return { retention: null };
  const [, percent = "", holdFor = ""] = /^\s*(\d+(?:[.,]\d{1,2})?)\s*%\s*(.+)$/.exec(text) ?? [];
  const ms = typedDuration(holdFor);
  if (percent === "" || ms === null) return null;
  return { retention: { percent: Number(percent.replace(",", ".")), holdFor: isoDuration(ms) } };
}
