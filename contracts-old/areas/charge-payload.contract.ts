import { isObject, shown } from "../description/json.ts";
import { contract } from "../run/contract.ts";
import { isUtcInstant } from "../run/iso-instant.ts";
import type { Run } from "../run/run.ts";
import { CouldNotRun, must } from "../run/verdict-error.ts";
import { toldCharges } from "./told-charges.ts";

contract("charge-payload.charge-id", (run) => mustTell(run, "chargeId"));

contract("charge-payload.company-id", (run) => mustTell(run, "companyId"));

contract("charge-payload.payment-status", async (run) => {
  const statuses = ["PENDING", "PROCESSING", "PAID", "EXPIRED", "REFUNDED"];
  for (const { data } of await toldCharges(run)) {
    const isOne = statuses.includes(String(data.paymentStatus)) && typeof data.paymentStatus === "string";
    must(isOne, `"paymentStatus" must be one of ${statuses.join(", ")}, and the data is ${shown(data)}`);
  }
});

contract("charge-payload.previous-status", async (run) => {
  for (const { data } of await toldCharges(run)) {
    const { previousStatus = null } = data;
    const isEither = previousStatus === null || typeof previousStatus === "string";
    must(isEither, `"previousStatus" must be a string, null or absent, and is ${shown(previousStatus)}`);
  }
});

contract("charge-payload.total", async (run) => {
  await mustTell(run, "total");
  for (const { data } of await toldCharges(run)) must(Number.isInteger(data.total), `"total" is ${shown(data.total)}`);
});

contract("charge-payload.external-id", (run) => mustTell(run, "externalId"));

contract("charge-payload.customer", async (run) => {
  for (const { data } of await toldCharges(run)) {
    const { customer = null } = data;
    const isEither = customer === null || isObject(customer);
    must(isEither, `"customer" must be an object, null or absent, and is ${shown(customer)}`);
  }
});

contract("charge-payload.customer-fields", async (run) => {
  const customers = (await toldCharges(run)).map(({ data }) => data.customer).filter(isObject);
  if (customers.length === 0) throw new CouldNotRun("not-seen", "no charge event has told of a customer");
  for (const customer of customers) {
    for (const field of ["id", "name", "email", "phone"]) {
      const value = customer[field];
      const isText = value === undefined || typeof value === "string";
      must(isText, `"${field}" of a customer must be a string, and the customer is ${shown(customer)}`);
    }
  }
});

contract("charge-payload.paid-at", (run) => mustTellInstant(run, "paidAt"));

contract("charge-payload.expires-at", (run) => mustTellInstant(run, "expiresAt"));

/** What is known of the charge itself. */
async function mustTell(run: Run, field: "chargeId" | "companyId" | "total" | "externalId"): Promise<void> {
  for (const { data, charge } of await toldCharges(run)) {
    must(data[field] === charge[field], `"${field}" must be ${shown(charge[field])}, and the data is ${shown(data)}`);
  }
}

/** The same instant may be written in several ways. */
async function mustTellInstant(run: Run, field: "paidAt" | "expiresAt"): Promise<void> {
  for (const { data, charge } of await toldCharges(run)) {
    const { [field]: told } = data;
    const known = charge[field] ?? null;
    const isNull = told === null && known === null;
    const isInstant = isUtcInstant(told) && Date.parse(told) === Date.parse(String(known));
    must(isNull || isInstant, `"${field}" must be ${shown(known)}, an instant in UTC or null, and is ${shown(told)}`);
  }
}
