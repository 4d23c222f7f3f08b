import { isObject, valueAt } from "../description/json.ts";
import { Account } from "../run/account.ts";
import { contract } from "../run/contract.ts";
import { must } from "../run/verdict-error.ts";
import { pendingHolds } from "./pending-hold.ts";
import { readBalance, sumOf } from "./read-balance.ts";

/** What the world of a sandbox begins with. */
const fixture = { balance: 150_000, reserved: 25_000 };

contract("balance.envelope-status", async (run) => {
  const { body } = (await (await Account.begin(run)).balance()).accepted("balance-read");
  const status = valueAt(body, ["status"]);
  must(typeof status === "number" && Number.isInteger(status), "the envelope must have a whole number as status");
  must(status >= 200 && status <= 299, `the envelope of a success must have a status of 200 to 299, and has ${status}`);
});

contract("balance.envelope-message", async (run) => {
  const { body } = (await (await Account.begin(run)).balance()).accepted("balance-read");
  must(typeof valueAt(body, ["message"]) === "string", "the envelope must have a text as message");
});

contract("balance.envelope-data", async (run) => {
  const { body } = (await (await Account.begin(run)).balance()).accepted("balance-read");
  const data = valueAt(body, ["data"]);
  must(isObject(data), "the envelope must have an object as data");
  must("balance" in data, "the balance must be in the data of the envelope");
});

contract("balance.available", async (run) => {
  const account = await Account.begin(run);
  const { available } = await readBalance(account);
  if (account.control === undefined) return;
  must(available === fixture.balance, `${fixture.balance} cents can be withdrawn, and the balance says ${available}`);
});

contract("balance.currency", async (run) => {
  const answer = (await (await Account.begin(run)).balance()).accepted("balance-read");
  must(answer.text("currency") === "BRL", `the currency must be BRL, and is ${answer.text("currency")}`);
});

contract("balance.reserved", async (run) => {
  const account = await Account.begin(run);
  const { reserved } = await readBalance(account);
  if (account.control === undefined) return;
  must(reserved === fixture.reserved, `${fixture.reserved} cents are retained, and the balance says ${reserved}`);
});

contract("balance.holds", async (run) => {
  const account = await Account.begin(run);
  const { holds } = await readBalance(account);
  if (account.control === undefined) return;
  must(
    sumOf(holds) === fixture.reserved,
    `holds of ${fixture.reserved} cents are pending, and ${sumOf(holds)} are listed`,
  );
  const { listed } = await pendingHolds(run);
  must(listed.length === 2, `two holds are pending, and ${listed.length} are listed`);
});

contract("balance.paid-charge-available", async (run) => {
  run.require("charges");
  const account = await Account.ofNewWorld(run);
  const { charges } = account.control;
  const before = await account.availableCents();
  const { chargeId } = await charges.create({ total: 12_345 });
  const unpaid = await account.availableCents();
  must(unpaid === before, `a charge that is not paid must not count, and the balance went from ${before} to ${unpaid}`);
  await charges.pay(chargeId);
  const paid = await account.availableCents();
  must(paid === before + 12_345, `a payment of 12345 cents must count at once: ${before} became ${paid}`);
});
