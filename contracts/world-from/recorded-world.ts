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
  inTime,
  isAmount,
  type RecordedWithdrawal,
  recordedWithdrawals,
  withdrawalFixture,
} from "./recorded-withdrawals.ts";

type Fixture = components["schemas"]["Fixture"];
type FixtureCompany = components["schemas"]["FixtureCompany"];
type Tell = (sentence: string) => void;

/** What a recording implies of the platform at its end. */
export interface ImpliedWorld {
  readonly fixture: Fixture;
  /** When the recording ended. */
  readonly startAt: string;
  /** A sentence for each thing that the recording does not tell. */
  readonly unknown: readonly string[];
}

/** Webhooks get this host with a route to this machine, so that no world posts to the receivers of the recording. */
const HOST = "hooks.acme.dev";
const ROUTES = { [HOST]: "http://127.0.0.1:3000" };

/**
 * Returns the world at the end of a recording. People, keys, secrets and addresses in it are made-up ones.
 *
 * @throws HarError where no account is recorded.
 */
export function recordedWorld({ trace, exchanges }: Recording, description: Description): ImpliedWorld {
  const seen = seenIn(trace, description, true);
  const endMs = exchanges.reduce((latest, { answeredAt }) => Math.max(latest, answeredAt), 0);
  const calls = callsIn(seen.trace).filter(({ credential }) => credential === "own");
  const accounts = [...new Set(calls.map(({ account }) => account))];
  if (accounts.length === 0)
    throw new HarError(`no accepted request has its API key (${keyHeaderOf(description)}); export the headers, too`);
  const unknown: string[] = [];
  const plans = accounts.map((account) =>
    planOf(seen, description, account, endMs, (sentence) => {
      unknown.push(accounts.length === 1 ? sentence : `${account}: ${sentence}`);
    }),
  );
  const settings = settingsOf(
    seen,
    plans.flatMap(({ withdrawals }) => withdrawals),
    (sentence) => unknown.push(sentence),
  );
  const lifeMs = Number.isFinite(seen.life.atMostMs) ? seen.life.atMostMs : 300_000;
  const companies = plans.map(({ opening, holds, charges, withdrawals, webhooks }): FixtureCompany => {
    return {
      ...(opening > 0 && { balance: opening }),
      ...(holds.length > 0 && { holds }),
      ...(charges.length > 0 && { charges: charges.map((one, nth) => chargeFixture(one, nth, endMs, one.isCounted)) }),
      ...(withdrawals.length > 0 && {
        withdrawals: inTime(withdrawals, endMs).map((one) => withdrawalFixture(one, endMs, lifeMs)),
      }),
      ...(webhooks.length > 0 && { webhooks }),
    };
  });
  const origin = "The platform at the end of a recording; people, keys, secrets and addresses are made up.";
  const routes = plans.some(({ webhooks }) => webhooks.length > 0) ? { routes: ROUTES } : {};
  const fixture = { name: "recorded", description: origin, settings, ...routes, companies };
  return { fixture, startAt: new Date(endMs).toISOString(), unknown: [...new Set(unknown)] };
}

/** What the document does not show stays as Saldo has it by default, unless a recorded withdrawal were then too small. */
function settingsOf(seen: Seen, withdrawals: readonly RecordedWithdrawal[], tell: Tell) {
  const settings = settingsFrom(seen);
  const { withdrawalFee = 200, minimumWithdrawal = 101 } = settings;
  if (settings.withdrawalFee === undefined) tell("The fee and the minimum of a withdrawal were not recorded.");
  const smallest = withdrawals.reduce((least, { value }) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const isReviewed = withdrawals.some(({ status }) => status === "PENDING_REVIEW");
  return {
    ...settings,
    ...(smallest < withdrawalFee + minimumWithdrawal && { withdrawalFee: 0, minimumWithdrawal: 0 }),
    ...(isReviewed && { manualApproval: true }),
  };
}

interface Plan {
  readonly opening: number;
  readonly holds: NonNullable<FixtureCompany["holds"]>;
  readonly charges: readonly (RecordedCharge & { readonly isCounted: boolean })[];
  readonly withdrawals: readonly RecordedWithdrawal[];
  readonly webhooks: NonNullable<FixtureCompany["webhooks"]>;
}

function planOf(seen: Seen, description: Description, account: string, endMs: number, tell: Tell): Plan {
  const arrivals = arrivalsIn(seen.trace, account);
  if (arrivals.length === 0)
    tell("No delivery was recorded of a webhook that the recording creates: charges are known from holds only.");
  const others = new Set(
    arrivals.map((one) => String(bodyOf(one).event)).filter((name) => /^(subscr|dispute)/.test(name)),
  );
  if (others.size > 0) tell(`The data of ${[...others].join(", ")} are not documented: they are left out.`);
  const reading = seen.balances.findLast((one) => one.account === account && one.available !== undefined);
  if (reading === undefined)
    tell("No balance in whole cents was recorded: it begins with what the recording shows being moved.");
  const readAt = reading?.call.askedAt ?? Number.NEGATIVE_INFINITY;
  const holds = reading?.holds.filter(({ amountCents }) => isAmount(amountCents)) ?? [];
  const held = holds.filter(({ releaseAt }) => !(releaseAt <= endMs));
  const missing = (reading?.reserved ?? 0) - sumOf(holds);
  if (missing !== 0) tell(`The reserve differs from its holds by ${missing} cents, which are left out.`);
  const heldCharges = new Set(held.map(({ chargeId }) => chargeId));
  const charges = recordedCharges(arrivals)
    .filter(({ chargeId }) => !heldCharges.has(chargeId))
    .map((charge) => ({ ...charge, isCounted: charge.paidAt <= readAt }));
  const withdrawals = recordedWithdrawals(seen, account, arrivals, tell);
  // A hold whose time came after the last reading is in the balance now.
  const released = sumOf(holds) - sumOf(held);
  const available = Math.max(0, (reading?.available ?? 0) + released);
  if ((reading?.available ?? 0) < 0) tell("The balance was below zero: it begins with 0.");
  return {
    ...fitting({ available, readAt, charges, withdrawals }, tell),
    holds: held.map(({ amountCents, releaseAt }) => {
      if (Number.isNaN(releaseAt)) tell("A hold shows no instant of its release: it is released after 30 days.");
      return { amountCents, releaseIn: Number.isNaN(releaseAt) ? "P30D" : dueIn(endMs, releaseAt) };
    }),
    webhooks: webhooksOf(seen, description, account, tell),
  };
}

interface Money extends Pick<Plan, "charges" | "withdrawals"> {
  readonly available: number;
  readonly readAt: number;
}

/**
 * Returns the balance before everything that is listed, so that it is the read one at the end. What the account could not
 * have paid with what is known, or could only have been paid of unknown money, is left out.
 */
function fitting(money: Money, tell: Tell): Pick<Plan, "opening" | "charges" | "withdrawals"> {
  const { available, readAt, charges, withdrawals } = money;
  const gone = withdrawals.filter((one) => one.at <= readAt && !((one.backAt ?? Number.POSITIVE_INFINITY) <= readAt));
  const paid = charges.filter((charge) => charge.status === "PAID" && charge.isCounted);
  const opening = available + sumOfValues(gone) - paid.reduce((sum, { total }) => sum + total, 0);
  const [first] = paid;
  if (opening < 0 && first !== undefined) {
    tell("Of a paid charge is not known where its money went: it is left out.");
    return fitting({ ...money, charges: charges.filter((one) => one !== first) }, tell);
  }
  const short = withdrawals.find((one) => one.value > moneyBefore(one, opening, money));
  if (short === undefined) return { opening, charges, withdrawals };
  tell(`Of a withdrawal of ${short.value} cents is not known which money it took: it is left out.`);
  return fitting({ ...money, withdrawals: withdrawals.filter((one) => one !== short) }, tell);
}

function moneyBefore(one: RecordedWithdrawal, opening: number, { charges, withdrawals }: Money): number {
  const came = charges.filter(({ status, paidAt }) => status === "PAID" && paidAt < one.at);
  const earlier = withdrawals.slice(0, withdrawals.indexOf(one)).filter(({ backAt }) => backAt === undefined);
  return opening + came.reduce((sum, { total }) => sum + total, 0) - sumOfValues(earlier);
}

function sumOfValues(withdrawals: readonly RecordedWithdrawal[]): number {
  return withdrawals.reduce((sum, { value }) => sum + value, 0);
}

/** The webhooks that were created or listed in the recording. Names and addresses may say whose they are. */
function webhooksOf(seen: Seen, description: Description, account: string, tell: Tell): Plan["webhooks"] {
  const created = seen.hooks.filter((hook) => hook.account === account);
  const lists = callsOf(seen.trace, "listWebhooks").filter((call) => call.account === account && isSuccess(call));
  const listed = valuesIn(lists.at(-1)?.response?.json).flatMap((value) => {
    if (!isObject(value) || typeof value.url !== "string" || !Array.isArray(value.events)) return [];
    return [{ url: value.url, events: value.events.map(String) }];
  });
  const unlisted = created.filter(({ url }) => !listed.some((one) => one.url === url));
  const all = [...listed, ...unlisted].map(({ events }) => [...new Set(events)]);
  const isKnown = (event: string) => description.notification(event) !== undefined;
  const others = new Set(all.flat().filter((event) => !isKnown(event)));
  if (others.size > 0)
    tell(`Webhooks get events that are not documented: ${[...others].join(", ")}. They are left out.`);
  return all
    .map((events) => events.filter(isKnown))
    .filter((events) => events.length > 0)
    .map((events, at) => ({ url: `https://${HOST}/${at + 1}`, name: `webhook-${at + 1}`, events }));
}
