import { type OwnSettings, ownSettings } from "../model/own-settings.ts";
import type { Seen } from "../model/seen.ts";

/** How the account was set, as far as a run has shown it. */
export interface AccountFacts extends Omit<OwnSettings, "retention"> {
  readonly retentionPercent?: number;
  readonly codeLifeMs?: { readonly atLeast: number; readonly atMost: number };
}

export function accountFacts(seen: Seen): AccountFacts {
  const { life } = seen;
  const { retention, ...settings } = ownSettings(seen);
  return {
    ...settings,
    ...(retention !== undefined && { retentionPercent: retention.percent }),
    ...(Number.isFinite(life.atMostMs) && { codeLifeMs: { atLeast: life.atLeastMs, atMost: life.atMostMs } }),
  };
}

const words: readonly (readonly [name: keyof AccountFacts, what: string, unit: string])[] = [
  ["withdrawalFee", "the fee of a withdrawal", " cents"],
  ["minimumWithdrawal", "the minimum of a withdrawal", " cents"],
  ["manualApproval", "the manual approval of withdrawals", ""],
  ["retentionPercent", "the share of a charge that is held", " %"],
  ["codeLifeMs", "the life of a code", " ms"],
];

/** Returns a sentence for each fact that both have and that differs: of lives, those that cannot be the same. */
export function changedFacts(now: AccountFacts, last: AccountFacts): readonly string[] {
  return words.flatMap(([name, what, unit]) => {
    const [one, other] = [now[name], last[name]];
    if (one === undefined || other === undefined || mayBeSame(one, other)) return [];
    return [`${what} is ${text(one)}${unit}, and was ${text(other)}${unit}`];
  });
}

type Fact = NonNullable<AccountFacts[keyof AccountFacts]>;

function mayBeSame(one: Fact, other: Fact): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  return one.atLeast <= other.atMost && other.atLeast <= one.atMost;
}

function text(fact: Fact): string {
  return typeof fact === "object" ? `${fact.atLeast} to ${fact.atMost}` : String(fact);
}
