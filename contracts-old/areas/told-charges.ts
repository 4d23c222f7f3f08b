import type { Charge } from "../../src/client/payments.ts";
import { isObject, type JsonObject } from "../description/json.ts";
import { Account } from "../run/account.ts";
import { openHook } from "../run/hook.ts";
import type { Run } from "../run/run.ts";
import { witnessed } from "../run/told-attempts.ts";
import { Broken, must } from "../run/verdict-error.ts";

const chargeEvents = ["charge.pending", "charge.processing", "charge.paid", "charge.expired"];

/** What a charge event told, and what was known of the charge when it took place. */
export interface ToldCharge {
  readonly data: JsonObject;
  readonly charge: Charge;
}

/** The customer of those charges that have one. */
const knownCustomer = {
  id: "7f3e2d1c-9a8b-4c7d-b6e5-4f3a2b1c0d9e",
  name: "Mariana Souza",
  email: "mariana.souza@example.com",
  phone: "+5511987654321",
};

/** All four events, of charges of which much is known and of others of which little is; several contracts look at them. */
export async function toldCharges(run: Run): Promise<readonly ToldCharge[]> {
  run.require("charges");
  const { told, charges, attempts } = await run.once("charges", () => tell(run));
  await witnessed(run, told, attempts);
  return charges;
}

async function tell(run: Run) {
  const account = await Account.ofNewWorld(run);
  const { control } = account;
  const hook = await openHook(account, chargeEvents);
  const charges: ToldCharge[] = [];

  /** Something is done with a charge, of which exactly one event must tell. */
  const after = async (asked: Promise<Charge>): Promise<string> => {
    const charge = await asked;
    const [attempt] = (await hook.receives(charges.length + 1)).slice(charges.length);
    const data = isObject(attempt?.json) ? attempt.json.data : undefined;
    if (!isObject(data)) throw new Broken("a charge event must have an object data");
    charges.push({ data, charge });
    await account.clock.pass(60_000);
    return charge.chargeId;
  };

  const order = { total: 12_990, externalId: "pedido-1042", customer: knownCustomer, expiresIn: "P1D" };
  const well = await after(control.charges.create(order));
  await after(control.charges.process(well));
  await after(control.charges.pay(well));
  const hardly = await after(control.charges.create({ total: 7, customer: { name: "João" } }));
  await after(control.charges.pay(hardly));
  const forgotten = await after(control.charges.create({ total: 501, expiresIn: "PT1H" }));
  await after(control.charges.expire(forgotten));
  const { length } = hook.attempts;
  must(length === charges.length, `${charges.length} charge events must have come, and ${length} have`);
  return { told: run, charges, attempts: hook.attempts };
}
