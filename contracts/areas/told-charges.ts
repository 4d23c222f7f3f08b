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
  readonly charge: JsonObject;
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
  const hook = await openHook(account, chargeEvents);
  const charges: ToldCharge[] = [];

  /** Does something with a charge, of which exactly one event must tell. */
  const after = async (path: string, body?: JsonObject): Promise<string> => {
    const charge = await account.control.ask("POST", path, body);
    const [attempt] = (await hook.receives(charges.length + 1)).slice(charges.length);
    const data = isObject(attempt?.json) ? attempt.json.data : undefined;
    if (!isObject(data)) throw new Broken("a charge event must have an object data");
    charges.push({ data, charge });
    await account.clock.pass(60_000);
    return String(charge.chargeId);
  };

  const well = await after("/charges", {
    total: 12_990,
    externalId: "pedido-1042",
    customer: knownCustomer,
    expiresIn: "P1D",
  });
  await after(`/charges/${well}/process`);
  await after(`/charges/${well}/pay`);
  const hardly = await after("/charges", { total: 7, customer: { name: "João" } });
  await after(`/charges/${hardly}/pay`);
  const forgotten = await after("/charges", { total: 501, expiresIn: "PT1H" });
  await after(`/charges/${forgotten}/expire`);
  must(
    hook.attempts.length === charges.length,
    `${charges.length} charge events must have come, and ${hook.attempts.length} have`,
  );
  return { told: run, charges, attempts: hook.attempts };
}
