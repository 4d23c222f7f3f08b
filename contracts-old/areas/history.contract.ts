import { everything, type JsonObject, shown } from "../description/json.ts";
import { Account } from "../run/account.ts";
import { contract } from "../run/contract.ts";
import type { Run } from "../run/run.ts";
import { CouldNotRun, must } from "../run/verdict-error.ts";
import { automaticDays } from "./automatic-days.ts";
import { historyOf, holds, openInHistory, recordOf, someHistory } from "./history-records.ts";
import { paidWithdrawal } from "./paid-withdrawal.ts";

contract("history.lists-manual", async (run) => {
  const account = await Account.begin(run);
  const opened = await openInHistory(account);
  await recordOf(opened);
  (await opened.withdrawal.cancel()).accepted("cancelled", { withdrawId: opened.withdrawal.id });
  // It is a history: what is over stays in it.
  await recordOf(opened);
});

contract("history.lists-automatic", async (run) => {
  const { days } = await automaticDays(run);
  for (const { paidOutCents, history } of days) {
    const isListed = history.some((record) => holds(record, paidOutCents));
    must(isListed, `an automatic withdrawal of ${paidOutCents} cents was made, and the history does not list it`);
  }
});

contract("history.own-only", async (run) => {
  const account = await Account.ofNewWorld(run);
  await recordOf(await openInHistory(account));
  const { apiKey } = await account.control.addCompany({ balance: 50_000 });
  const listed = (await account.withdrawals({ apiKey })).accepted("withdrawals-listed").list();
  must(listed.length === 0, `a company without withdrawals is shown ${listed.length} of them`);
});

contract("history.status", async (run) => {
  const account = await Account.begin(run);
  const records = [...(await someHistory(account))];
  // A real account has whatever has happened to it; in a new world nothing but this would be looked at.
  if (account.control !== undefined) records.push((await paidWithdrawal(run)).record);
  for (const { status } of records) {
    must(
      statuses.includes(String(status)),
      `a withdrawal in the history has the status ${status}, which does not exist`,
    );
  }
});

contract("history.amount", async (run) => {
  const opened = await openInHistory(await Account.begin(run));
  const { valueCents } = opened.withdrawal;
  const record = await recordOf(opened);
  must(holds(record, valueCents), `the history does not show the amount of a withdrawal of ${valueCents} cents`);
});

contract("history.pix-key", async (run) => {
  const account = await Account.begin(run);
  const company = await account.control?.company.read();
  for (const record of await someHistory(account)) {
    if (company === undefined) mustHavePixKey(record);
    else must(holds(record, company.pixKey), "the history does not show the PIX key of the company");
  }
});

contract("history.end-to-end-id", async (run) => {
  const told = (await oldPaidOnes(run))
    .map(({ endToEndId }) => endToEndId)
    .filter((id) => id !== undefined && id !== null);
  for (const id of told)
    must(typeof id === "string", `an endToEndId in the history must be a text, and is ${shown(id)}`);
  try {
    const { endToEndId } = (await paidWithdrawal(run)).record;
    const isText = typeof endToEndId === "string" && endToEndId !== "";
    must(isText, `a withdrawal that is paid must have an endToEndId in the history, and has ${shown(endToEndId)}`);
  } catch (error) {
    // Where no money may be moved, an older payment shows it, too.
    if (!(error instanceof CouldNotRun) || !told.some((id) => id !== "")) throw error;
  }
});

/** What the history of a real account has already; those may be older than the identifier is. */
async function oldPaidOnes(run: Run): Promise<readonly JsonObject[]> {
  const known = run.offers("control-plane") ? [] : await historyOf(await Account.begin(run));
  return known.filter(({ status }) => status === "CONFIRMED");
}

/** The field's name is not shown: of the texts that the document does not name, one must be a PIX key. */
function mustHavePixKey(record: JsonObject): void {
  if (typeof record.pixKey === "string") return;
  const texts = [...everything(record)].flatMap(({ place, value }) => {
    const isNamed = ["status", "endToEndId", "withdrawId"].includes(place.at(-1) ?? "");
    return typeof value === "string" && !isNamed && !isInstant.test(value) ? [value] : [];
  });
  must(texts.length > 0, "a withdrawal in the history does not show the PIX key that it goes to");
  if (texts.some((text) => looksLikePixKey.test(text))) return;
  throw new CouldNotRun(
    "overlay",
    "which field of the history is the PIX key is not known; an overlay can say its name",
  );
}

const statuses = ["CREATED", "PENDING_REVIEW", "APPROVED", "CONFIRMED", "FAILED", "CANCELLED"];
const isInstant = /^\d{4}-\d\d-\d\dT/;

/** An address of e-mail, the digits of a person, a company or a telephone, or a random key. */
const looksLikePixKey = /^(\S+@\S+|\+?[\d.()/ -]{10,20}|[0-9a-f]{8}-[0-9a-f-]{27})$/i;
