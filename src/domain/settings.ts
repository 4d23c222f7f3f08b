import { durationMs, durationProblem, type IsoDuration } from "./duration.ts";
import { isTimeZone } from "./instant.ts";
import type { Cents } from "./money.ts";
import type { Settlement, Trigger } from "./settlement.ts";
import type { WebhookUrls } from "./webhook-url.ts";

/** How much of a payment is held in reserve and for how long. `percent` 0 means that nothing is. */
export interface Retention {
  readonly percent: number;
  readonly holdFor: IsoDuration;
}

/** The settings of the platform instance (interface: "Limits", "What the service does"). */
export interface Settings {
  readonly minimumWithdrawal: Cents;
  readonly withdrawalFee: Cents;
  readonly otpLifetime: IsoDuration;
  readonly manualApproval: boolean;
  readonly retention: Retention | null;
  readonly settlement: Settlement;
  /** Settlements for chosen values and PIX keys; the first that matches counts. */
  readonly triggers: readonly Trigger[];
  /** The code of every withdrawal that is initiated from now on. Null: each gets a code of its own. */
  readonly otpCode: string | null;
  readonly webhookUrls: WebhookUrls;
  /** How long an attempt may take. Real time: the receiver knows no other. */
  readonly webhookTimeout: IsoDuration;
  /** Whether X-Webhook-Timestamp tells the world's time, or the machine's, for receivers that refuse what is old. */
  readonly webhookTimestamps: "world" | "wall";
  readonly timeZone: string;
}

export type SettingsPatch = Partial<Omit<Settings, "settlement">> & { readonly settlement?: Partial<Settlement> };

export const defaultSettings: Settings = {
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
};

/** A value that a setting must not have, with the place of the setting ("settlement.delay"). */
export interface SettingProblem {
  readonly at: string;
  readonly message: string;
}

/** Settings with some of them changed; a `settlement` is changed field by field, a `retention` as a whole. */
export function withChanges(settings: Settings, patch: SettingsPatch): Settings {
  return {
    ...settings,
    ...definedMembers(patch),
    settlement: { ...settings.settlement, ...definedMembers(patch.settlement ?? {}) },
  };
}

/** Settings in a saved world. It may be from before any of them existed, so that only `withDefaults` makes them whole. */
export type SavedSettings = Partial<Settings>;

/** Returns settings as they were kept, with the default of every setting that did not exist at that time. */
export function withDefaults(kept: SavedSettings): Settings {
  return { ...defaultSettings, ...kept };
}

/** A property that is there and undefined says the same as one that is not there. */
export function definedMembers<T extends object>(patch: T): Partial<T> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<T>;
}

export function settingsProblems(settings: Settings): SettingProblem[] {
  const problems = [
    ...durationProblems("otpLifetime", settings.otpLifetime),
    ...durationProblems("settlement.delay", settings.settlement.delay),
    ...settings.triggers.flatMap(triggerProblems),
    ...retentionProblems(settings.retention),
    ...timeoutProblems("webhookTimeout", settings.webhookTimeout),
  ];
  // The default is known to be one. To look up the first of a process takes a twentieth of a start.
  if (settings.timeZone !== defaultSettings.timeZone && !isTimeZone(settings.timeZone)) {
    problems.push({ at: "timeZone", message: `"${settings.timeZone}" is not a time zone such as America/Sao_Paulo` });
  }
  return problems;
}

/** A trigger without a condition would apply to every withdrawal, which `settlement` does. */
function triggerProblems({ valueEndsWith, pixKey, settlement }: Trigger, index: number): SettingProblem[] {
  const at = `triggers.${index}`;
  const problems = settlement.delay === undefined ? [] : durationProblems(`${at}.settlement.delay`, settlement.delay);
  if (valueEndsWith !== undefined || pixKey !== undefined) return problems;
  return [{ at, message: "it has no condition; set valueEndsWith, pixKey or both" }, ...problems];
}

/** What is wrong with a retention, of the instance, a company or a charge. */
export function retentionProblems(retention: Retention | null): SettingProblem[] {
  if (retention === null) return [];
  const problems = durationProblems("retention.holdFor", retention.holdFor);
  const { percent } = retention;
  if (percent >= 0 && percent <= 100 && Number(percent.toFixed(2)) === percent) return problems;
  return [
    ...problems,
    { at: "retention.percent", message: `${percent} is not a number from 0 to 100 with two decimals` },
  ];
}

export function durationProblems(at: string, text: IsoDuration): SettingProblem[] {
  const message = durationProblem(text);
  return message === null ? [] : [{ at, message }];
}

/** A request really waits for it: it has an end, and a beginning. */
const MAX_TIMEOUT_MS = 300_000;

function timeoutProblems(at: string, text: IsoDuration): SettingProblem[] {
  const problems = durationProblems(at, text);
  if (problems.length > 0) return problems;
  const timeoutMs = durationMs(text);
  if (timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS) return [];
  return [{ at, message: `"${text}" is not allowed; allowed is a duration above PT0S and at most PT5M` }];
}
