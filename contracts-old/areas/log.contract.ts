import type { JsonObject } from "../description/json.ts";
import { shown } from "../description/json.ts";
import { contract } from "../run/contract.ts";
import { must } from "../run/verdict-error.ts";
import { failed, loggedDeliveries, memberOf, namesIn, slow, succeeded } from "./logged-deliveries.ts";

contract("log.outcome", async (run) => {
  const { entries, byStatus } = await loggedDeliveries(run);
  const of = (statuses: readonly number[]) =>
    statuses.map((status) => byStatus?.get(status)).filter((entry) => entry !== undefined);
  const [failures, successes] = [of(failed), of(succeeded)];
  const tells = namesIn(entries).some((name) => {
    const [failure, success] = [valueIn(failures, name), valueIn(successes, name)];
    return failure !== undefined && success !== undefined && failure !== success;
  });
  must(tells, `two deliveries failed and two succeeded, and the log does not tell which: ${shown(entries)}`);
});

contract("log.http-status", async (run) => {
  const { entries, byStatus } = await loggedDeliveries(run);
  const statuses = [...failed, ...succeeded].join(", ");
  must(byStatus !== undefined, `the receiver answered ${statuses}, and the log does not say so: ${shown(entries)}`);
});

contract("log.duration", async (run) => {
  const { entries, byStatus } = await loggedDeliveries(run);
  const own = byStatus?.get(slow.status);
  const tells = (name: string, unitMs: number) => {
    const long = entries.filter((entry) => isLong(memberOf(entry, name), unitMs));
    return long.length > 0 && long.length < entries.length && (own === undefined || long.includes(own));
  };
  const durations = namesIn(entries).filter((name) => unitsMs.some((unitMs) => tells(name, unitMs)));
  const said = `an answer took ${slow.delayMs} ms and the others none, and the log does not say so`;
  must(durations.length > 0, `${said}: ${shown(entries)}`);
});

/** What all of the entries have under a name; undefined where they differ, or it is a number. */
function valueIn(entries: readonly JsonObject[], name: string): unknown {
  const [value, ...others] = entries.map((entry) => memberOf(entry, name));
  return others.length > 0 && others.every((other) => other === value) && typeof value !== "number" ? value : undefined;
}

/** A duration may be one of milliseconds or of seconds, the same for all entries. */
const unitsMs = [1, 1_000];

/** Whether it is about as long as the slow answer took. */
function isLong(value: unknown, unitMs: number): boolean {
  const ms = numberOf(value) * unitMs;
  return ms >= slow.delayMs * 0.9 && ms < slow.delayMs * 5;
}

/** `1100`, `"1100"`, `"1100ms"`, `"1.1 s"` and `"PT1.1S"`; NaN for what is no duration. */
function numberOf(value: unknown): number {
  if (typeof value === "number") return value;
  const [, digits] = /^(?:PT)?(\d+(?:\.\d+)?) ?(?:ms|s)?$/i.exec(String(value)) ?? [];
  return Number(digits ?? Number.NaN);
}
