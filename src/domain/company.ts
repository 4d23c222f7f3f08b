import type { Due } from "./agenda.ts";
import { Holds } from "./holds.ts";
import { emptyLedger, type Ledger } from "./ledger.ts";
import type { Message } from "./message.ts";
import { definedMembers, type Retention, retentionProblems, type SettingProblem } from "./settings.ts";

/** What a company says of itself, and how it is set up. */
export interface CompanyProfile {
  readonly name: string;
  /** CNPJ without dots: 12 digits or capital letters, then 2 digits. */
  readonly document: string;
  /** Where its payouts go. */
  readonly pixKey: string;
  /** Gets the one-time codes. */
  readonly responsible: { readonly name: string; readonly email: string };
  /** Null: the instance's retention. */
  readonly retention: Retention | null;
  /** `at` is a time of day ("06:00") in the instance's time zone. */
  readonly automaticWithdrawal: { readonly at: string } | null;
}

/** Changes of a profile; the responsible person is changed field by field. */
export type CompanyPatch = Partial<Omit<CompanyProfile, "responsible">> & {
  readonly responsible?: Partial<CompanyProfile["responsible"]> | undefined;
};

export function withProfileChanges(profile: CompanyProfile, patch: CompanyPatch): CompanyProfile {
  const responsible = { ...profile.responsible, ...definedMembers(patch.responsible ?? {}) };
  return { ...profile, ...definedMembers(patch), responsible };
}

export function profileProblems({ retention, automaticWithdrawal }: CompanyProfile): SettingProblem[] {
  const problems = retentionProblems(retention);
  if (automaticWithdrawal === null || /^([01]\d|2[0-3]):[0-5]\d$/.test(automaticWithdrawal.at)) return problems;
  const message = `"${automaticWithdrawal.at}" is not a time of day from 00:00 to 23:59`;
  return [...problems, { at: "automaticWithdrawal.at", message }];
}

/** An account of the platform, with its money and what belongs to it, oldest first. */
export interface Company {
  readonly companyId: string;
  profile: CompanyProfile;
  automaticWithdrawalDue: Due | null;
  readonly ledger: Ledger;
  readonly holds: Holds;
  openWithdrawalId: string | null;
  readonly chargeIds: string[];
  readonly subscriptionIds: string[];
  readonly withdrawIds: string[];
  readonly inbox: Message[];
  readonly webhookIds: string[];
  readonly deliveryIds: string[];
}

export function newCompany(companyId: string, profile: CompanyProfile): Company {
  return {
    companyId,
    profile,
    automaticWithdrawalDue: null,
    ledger: emptyLedger(),
    holds: new Holds(),
    openWithdrawalId: null,
    chargeIds: [],
    subscriptionIds: [],
    withdrawIds: [],
    inbox: [],
    webhookIds: [],
    deliveryIds: [],
  };
}
