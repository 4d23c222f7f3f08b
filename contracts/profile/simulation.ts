import type { Description } from "../judge/description.ts";
import { everything, isObject, valuesIn } from "../judge/json.ts";
import { fieldsOfResponse } from "./field.ts";
import { isUsualName, type Known, meaningsOf } from "./meaning.ts";

/** Returns the amounts that a fee simulation tells, by the sandbox's names; `value` is what it was asked about. */
export function simulatedAmounts(body: unknown, value: unknown, description: Description): ReadonlyMap<string, number> {
  const described = description.response("simulateWithdrawalFee", "fee-simulated");
  const fields = described === undefined ? [] : fieldsOfResponse(description, described);
  const known: Known = new Map(value === undefined ? [] : [["value", value]]);
  const found = new Map<string, number>();
  for (const { value: part } of everything(body)) {
    if (!isObject(part)) continue;
    const members = Object.entries(part).map(([name, own]) => ({ name, values: [{ value: own, known }] }));
    for (const [name, field] of meaningsOf(members, fields)) {
      const amount = part[name];
      if (!found.has(field) && typeof amount === "number") found.set(field, amount);
    }
  }
  // A fee may be told in parts, and not as a number of its own.
  const taken = Number(found.get("value")) - Number(found.get("netValue"));
  if (!found.has("fee") && valuesIn(body).includes(taken)) found.set("fee", taken);
  const parts = [...everything(body)].find(
    ({ place, value: part }) => isObject(part) && isUsualName({ name: place.at(-1) ?? "" }, "fee"),
  );
  if (!found.has("fee") && isObject(parts?.value)) found.set("fee", totalOf(Object.values(parts.value)));
  return found;
}

/** Returns the total of amounts, which may be one of them. */
function totalOf(amounts: readonly unknown[]): number {
  const numbers = amounts.filter((amount) => typeof amount === "number");
  const sum = numbers.reduce((total, amount) => total + amount, 0);
  const most = Math.max(...numbers);
  return most * 2 === sum ? most : sum;
}
