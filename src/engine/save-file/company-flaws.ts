import { profileProblems } from "../../domain/company.ts";
import { nextLocalTime } from "../../domain/instant.ts";
import type { Message } from "../../domain/message.ts";
import type { SavedCompany } from "../../domain/saved-world.ts";
import { type Flaw, type Inspection, notAfter } from "./inspection.ts";

/** For a world whose settings are possible: times of day need its time zone. */
export function* companyFlaws(company: SavedCompany, inspection: Inspection): Iterable<Flaw> {
  for (const { at, message } of profileProblems(company.profile)) {
    yield [["profile", ...at.split(".")], `${at} is not possible: ${message}`];
  }
  yield* automaticWithdrawalFlaws(company, inspection);
  for (const [i, mail] of company.inbox.entries()) {
    for (const [path, message] of messageFlaws(mail, inspection)) yield [["inbox", i, ...path], message];
  }
}

function* automaticWithdrawalFlaws(
  { profile: { automaticWithdrawal }, automaticWithdrawalDue }: SavedCompany,
  { world }: Inspection,
): Iterable<Flaw> {
  if ((automaticWithdrawal === null) === (automaticWithdrawalDue === null)) return;
  if (automaticWithdrawal === null) {
    yield [
      ["automaticWithdrawalDue"],
      "automaticWithdrawalDue must be null, as the profile has no automatic withdrawal",
    ];
    return;
  }
  // Time ends before there is another.
  const next = nextLocalTime(world.at, automaticWithdrawal.at, world.settings.timeZone);
  if (next === null) return;
  const rule = `must not be null, as the profile has an automatic withdrawal; the next could be at ${next}`;
  yield [["automaticWithdrawalDue"], `automaticWithdrawalDue ${rule}`];
}

function* messageFlaws(message: Message, { world, withdrawals }: Inspection): Iterable<Flaw> {
  yield* notAfter(world.at, message, "sentAt");
  if (message.expiresAt < message.sentAt) yield [["expiresAt"], "expiresAt is before sentAt"];
  const issues = withdrawals.get(message.withdrawId)?.otp?.issue ?? 0;
  if (message.issue > issues) yield [["issue"], `issue is ${message.issue}, but the withdrawal has sent ${issues}`];
}
