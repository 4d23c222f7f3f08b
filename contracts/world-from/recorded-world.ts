import type { components } from "../../src/spec/generated/control-api.ts";
import { settingsFrom } from "../calibrate/settings.ts";
import type { Description } from "../judge/description.ts";
import { isObject, valuesIn } from "../judge/json.ts";
import { sumOf } from "../model/balances.ts";
import { bodyOf } from "../model/deliveries.ts";
import { type Seen, seenIn } from "../model/seen.ts";
import { arrivalsIn, callsIn, callsOf } from "../trace/find.ts";
import { isSuccess } from "../trace/trace.ts";
import { keyHeaderOf } from "../traffic/accounts.ts";
import type { Recording } from "../traffic/har.ts";
import { HarError } from "../traffic/har-file.ts";
import { chargeFixture, type RecordedCharge, recordedCharges } from "./recorded-charges.ts";
import { dueIn } from "./recorded-time.ts";
import {
  isAmount,
  type RecordedWithdrawal,
  recordedWithdrawals,
  type Tell,
  withdrawalFixtures,
} from "./recorded-withdrawals.ts";

type FixtureCompany = components["schemas"]["FixtureCompany"];

/** Webhooks get this host with a route to this machine, so that no world posts to the receivers of the recording. */
const HOST = "hooks.acme.dev";

/** Returns the world at the end of a recording, and what that does not tell. Throws `HarError` without an account. */
export function recordedWorld({ trace, exchanges }: Recording, description: Description) {
  const seen = seenIn(trace, description, true);
  const endMs = exchanges.reduce((latest, { answeredAt }) => Math.max(latest, answeredAt), 0);
  const calls = callsIn(seen.trace).filter(({ credential }) => credential === "own");
  const accounts = [...new Set(calls.map(({ account }) => account))];
  if (accounts.length === 0)
    throw new HarError(`no accepted request has its API key (${keyHeaderOf(description)}); export the headers, too`);
  const unknown = new Set<string>();
  const companies = accounts.map((account) =>
    companyOf(account, seen, description, endMs, (sentence) => {
      unknown.add(accounts.length === 1 ? sentence : `${account}: ${sentence}`);
    }),
  );
  const settings = settingsOf(seen, companies, (sentence) => unknown.add(sentence));
  const origin = "The platform at the end of a recording; people, keys, secrets and addresses are made up.";
  const routes = { [HOST]: "http://127.0.0.1:3000" };
  const fixture = { name: "recorded", description: origin, settings, routes, companies };
  return { fixture, startAt: new Date(endMs).toISOString(), unknown: [...unknown] };
}

/** What the document does not show stays as Saldo has it by default, unless a recorded withdrawal were then too small. */
function settingsOf(seen: Seen, companies: readonly FixtureCompany[], tell: Tell) {
  const settings = settingsFrom(seen);
  const { withdrawalFee = 200, minimumWithdrawal = 101 } = settings;
  if (settings.withdrawalFee === undefined) tell("The fee and the minimum of a withdrawal were not recorded.");
  const all = companies.flatMap(({ withdrawals = [] }) => withdrawals);
  const isSmall = all.some(({ value }) => value < withdrawalFee + minimumWithdrawal);
  const isReviewed = all.some(({ status }) => status === "PENDING_REVIEW");
  return {
    ...settings,
    ...(isSmall && { withdrawalFee: 0, minimumWithdrawal: 0 }),
    ...(isReviewed && { manualApproval: true }),
  };
}

function companyOf(account: string, seen: Seen, description: Description, endMs: number, tell: Tell): FixtureCompany {
  const arrivals = arrivalsIn(seen.trace, account);
  if (arrivals.length === 0)
    tell("No delivery was recorded of a webhook that the recording creates: charges are known from holds only.");
  const events = new Set(arrivals.map((one) => String(bodyOf(one).event)));
  const others = [...events].filter((name) => /^(subscr|dispute)/.test(name));
  if (others.length > 0) tell(`The data of ${others.join(", ")} are not documented: they are left out.`);
  const { available, readAt, held } = readingOf(account, seen, endMs, tell);
  const heldCharges = new Set(held.map(({ chargeId }) => chargeId));
  const charges = recordedCharges(arrivals)
    .filter(({ chargeId }) => !heldCharges.has(chargeId))
    .map((charge) => ({ ...charge, isCounted: charge.paidAt <= readAt }));
  const withdrawals = recordedWithdrawals(seen, account, arrivals, tell);
  const money = fitting({ available, readAt, charges, withdrawals }, tell);
  const lifeMs = Number.isFinite(seen.life.atMostMs) ? seen.life.atMostMs : 300_000;
  return {
    balance: money.opening,
    holds: held.map(({ amountCents, releaseAt }) => ({ amountCents, releaseIn: dueIn(endMs, releaseAt) })),
    charges: money.charges.map((one, nth) => chargeFixture(one, nth, endMs)),
    withdrawals: withdrawalFixtures(money.withdrawals, endMs, lifeMs),
    webhooks: webhooksOf(seen, description, account, tell),
  };
}

/** Returns what was available at the last reading of the balance, and what is held at the end. */
function readingOf(account: string, { balances }: Seen, endMs: number, tell: Tell) {
  const reading = balances.findLast((one) => one.account === account && one.available !== undefined);
  if (reading === undefined)
    tell("No balance in whole cents was recorded: it begins with what the recording shows being moved.");
  const { available = 0, reserved = 0, call } = reading ?? {};
  const holds = reading?.holds.filter(({ amountCents }) => isAmount(amountCents)) ?? [];
  const missing = reserved - sumOf(holds);
  if (missing !== 0) tell(`The reserve differs from its holds by ${missing} cents, which are left out.`);
  if (available < 0) tell("The balance was below zero: it begins with 0.");
  if (holds.some(({ releaseAt }) => Number.isNaN(releaseAt)))
    tell("A hold shows no instant of its release: it is released after 30 days.");
  const timed = holds.map((one) => (Number.isNaN(one.releaseAt) ? { ...one, releaseAt: endMs + MONTH_MS } : one));
  const held = timed.filter(({ releaseAt }) => releaseAt > endMs);
  // A hold whose time came after the last reading is in the balance now.
  const released = sumOf(holds) - sumOf(held);
  return { available: Math.max(0, available + released), readAt: call?.askedAt ?? Number.NEGATIVE_INFINITY, held };
}

const MONTH_MS = 30 * 86_400_000;

interface Money {
  readonly available: number;
  readonly readAt: number;
  /** `isCounted`: all of it is in that balance. */
  readonly charges: readonly (RecordedCharge & { readonly isCounted: boolean })[];
  readonly withdrawals: readonly RecordedWithdrawal[];
}

/** Returns the balance before everything that is listed, so that it is the read one at the end. */
function fitting(money: Money, tell: Tell): Pick<Money, "charges" | "withdrawals"> & { readonly opening: number } {
  const { available, readAt, charges, withdrawals } = money;
  const isGone = ({ at, backAt = Number.POSITIVE_INFINITY }: RecordedWithdrawal) => at <= readAt && backAt > readAt;
  const paid = charges.filter(({ status }) => status === "PAID");
  const taken = withdrawals.filter(isGone).reduce((sum, { value }) => sum + value, available);
  let opening = paid.reduce((rest, { total, isCounted }) => (isCounted ? rest - total : rest), taken);
  const unknown = new Set<object>();
  for (const charge of paid) {
    if (opening >= 0 || !charge.isCounted) continue;
    tell("Of a paid charge is not known where its money went: it is left out.");
    unknown.add(charge);
    opening += charge.total;
  }
  let left = opening;
  const timeOf = (one: RecordedCharge | RecordedWithdrawal) => ("paidAt" in one ? one.paidAt : one.at);
  for (const one of [...withdrawals, ...paid].toSorted((a, b) => timeOf(a) - timeOf(b))) {
    if (unknown.has(one)) continue;
    if ("total" in one) left += one.total;
    else if (one.value <= left) left -= one.backAt === undefined ? one.value : 0;
    else {
      tell(`Of a withdrawal of ${one.value} cents is not known which money it took: it is left out.`);
      unknown.add(one);
      left -= isGone(one) ? one.value : 0;
    }
  }
  if (unknown.size === 0) return { opening, charges, withdrawals };
  const isKnown = (one: object) => !unknown.has(one);
  return fitting({ ...money, charges: charges.filter(isKnown), withdrawals: withdrawals.filter(isKnown) }, tell);
}

/** The webhooks that were created or listed in the recording. Names and addresses may say whose they are. */
function webhooksOf(seen: Seen, description: Description, account: string, tell: Tell) {
  const lists = callsOf(seen.trace, "listWebhooks").filter((call) => call.account === account && isSuccess(call));
  const listed = valuesIn(lists.at(-1)?.response?.json).flatMap((value) => {
    if (!isObject(value) || typeof value.url !== "string" || !Array.isArray(value.events)) return [];
    return [{ url: value.url, events: value.events.map(String) }];
  });
  const created = seen.hooks.filter((hook) => hook.account === account && !listed.some(({ url }) => url === hook.url));
  const all = [...listed, ...created].map(({ events }) => [...new Set(events)]);
  const isKnown = (event: string) => description.notification(event) !== undefined;
  const others = new Set(all.flat().filter((event) => !isKnown(event)));
  if (others.size > 0)
    tell(`Webhooks get events that are not documented: ${[...others].join(", ")}. They are left out.`);
  return all
    .map((events) => events.filter(isKnown))
    .filter((events) => events.length > 0)
    .map((events, at) => ({ url: `https://${HOST}/${at + 1}`, name: `webhook-${at + 1}`, events }));
}
