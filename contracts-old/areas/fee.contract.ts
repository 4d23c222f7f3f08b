import { everything } from "../description/json.ts";
import { Account } from "../run/account.ts";
import type { Answer } from "../run/answer.ts";
import { contract } from "../run/contract.ts";
import { must } from "../run/verdict-error.ts";
import { addedSince, historyOf, type OpenedInHistory, openInHistory, recordOf } from "./history-records.ts";

/** In reais this would be 1.98, which is no whole number; no other amount of the simulation is one then, either. */
const feeCents = 198;

contract("fee.simulation-answers", async (run) => {
  const account = await Account.begin(run);
  if (account.control !== undefined) {
    await account.control.settings.change({ withdrawalFee: feeCents });
    await account.control.charges.create({ total: 12_345, paid: true });
  }
  const answer = (await account.fee()).accepted("fee-simulated");
  const amounts = wholeNumbers(answer);
  must(
    amounts.length >= 2,
    `the simulation must tell fee and net amount in cents, and has ${amounts.length} whole numbers`,
  );
  if (account.control === undefined) return;
  must(amounts.includes(feeCents), `the fee is ${feeCents} cents, and the simulation has ${amounts.join(", ")}`);
});

contract("fee.simulation-withdraws-nothing", async (run) => {
  const account = await Account.begin(run);
  const own = await visibleOne(account);
  const before = { available: await account.availableCents(), history: await historyOf(account) };
  (await account.fee()).accepted("fee-simulated");
  const after = { available: await account.availableCents(), history: await historyOf(account) };
  // To a real account money may come at any time.
  const isKept =
    after.available === before.available || (account.control === undefined && after.available > before.available);
  must(isKept, `a simulation must leave the balance alone, and it went from ${before.available} to ${after.available}`);
  const { length } = addedSince(before.history, after.history, own);
  must(length === 0, `a simulation must open no withdrawal, and the history has ${length} more`);
});

/** A withdrawal that the history has, if one may be opened: then it would have others, too. It is whole in a new world. */
async function visibleOne(account: Account): Promise<OpenedInHistory | undefined> {
  if (account.control !== undefined || !account.run.offers("allow-open")) return undefined;
  const own = await openInHistory(account);
  (await own.withdrawal.cancel()).accepted("cancelled", { withdrawId: own.withdrawal.id });
  await recordOf(own);
  return own;
}

/** The numbers that may be amounts: a status in the envelope is none. */
function wholeNumbers({ body }: Answer): readonly number[] {
  return [...everything(body)].flatMap(({ place, value }) =>
    typeof value === "number" && Number.isInteger(value) && !/status|code/i.test(place.at(-1) ?? "") ? [value] : [],
  );
}
