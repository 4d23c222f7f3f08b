import type { SeenDelivery } from "../model/deliveries.ts";
import { isDocumentedEvent } from "../model/event-names.ts";
import {
  hasStatus,
  isCut,
  isMisstated,
  type LogReading,
  membersOf,
  namesIn,
  statusesOf,
  statusName,
} from "../model/log.ts";
import { eventsTold, webhookGuarded } from "../stories/deliveries.ts";
import { payoutsRetried, webhookDeactivated } from "../stories/retries.ts";
import { every, right } from "./clause.ts";
import { Broken, NotJudged } from "./judging.ts";

const documented = { section: "Resources and their fields: Delivery log entry" } as const;

/** What the log of a webhook tells of its deliveries. */
export const logClauses = [
  every({
    ...documented,
    id: "log.outcome",
    text: "The log of a webhook tells deliveries that succeeded from those that failed.",
    needs: [webhookDeactivated, payoutsRetried],
    those: ({ logs }) => {
      const name = statusName(logs);
      if (name === undefined) throw new NotJudged("no member of the logs is the HTTP status (log.http-status)");
      const whole = logs.filter((reading) => !isMisstated(reading, name) && !isCut(reading));
      const failures = whole.filter(({ ended }) => ended.some((status) => status >= 400));
      return failures.map((reading) => ({ reading, name }));
    },
    judge: ({ reading, name }, { logs }) => {
      const missing = reading.ended.find((status) => status >= 400 && !entriesOf([reading], name, status).length);
      if (missing !== undefined) throw new Broken(`the log has no delivery that failed with ${missing}`, [reading]);
      const isTold = namesIn(logs).some((other) => other !== name && tells(logs, name, other));
      if (!isTold) throw new Broken("nothing in the log tells success from failure", [reading]);
    },
  }),
  right({
    ...documented,
    id: "log.http-status",
    text: "An entry of the log has the HTTP status with which the receiver responded.",
    needs: [eventsTold, webhookDeactivated, payoutsRetried],
    those: ({ logs }) => logs.filter(({ ended }) => ended.length > 0),
    wrong: (reading, { logs }) => {
      const name = statusName(logs);
      if (name !== undefined)
        return isMisstated(reading, name) && "the log has a status oftener than the receiver responded with it";
      const isTold = reading.ended.every((status) => status > 299);
      return !isTold && `the receiver responded with ${reading.ended.join(", ")}, and the log does not say so`;
    },
  }),
  every({
    ...documented,
    id: "log.duration",
    text: "An entry of the log has a duration.",
    needs: [webhookGuarded, webhookDeactivated, payoutsRetried],
    those: ({ logs, hooks }) => {
      const name = statusName(logs);
      return hooks.flatMap((hook) =>
        slowEntries(
          hook.deliveries,
          logs.filter((log) => log.hook === hook && !isCut(log) && (name === undefined || !isMisstated(log, name))),
          name,
        ),
      );
    },
    judge: ({ delayMs, entries, reading }, { logs }) => {
      const all = logs.flatMap((log) => log.entries);
      const isTold = namesIn(logs).some((one) =>
        [0.001, 1, 1_000].some((unitMs) => {
          const long = (entry: (typeof all)[number]) =>
            membersOf(entry, one).some((value) => isAbout(value, unitMs, delayMs));
          return entries.some(long) && !all.every(long);
        }),
      );
      const said = `the receiver responded after ${delayMs} ms once, and otherwise at once`;
      if (!isTold) throw new Broken(`${said}: no entry of the log has such a duration`, [reading]);
    },
  }),
];

function entriesOf(readings: readonly LogReading[], name: string, status: number) {
  return readings.flatMap(({ entries }) => entries.filter((entry) => hasStatus(entry, name, status)));
}

/**
 * Whether a member tells success from failure: all entries of one kind have the same text or boolean in it, and none of the
 * other kind has. One entry of a kind proves nothing.
 */
function tells(readings: readonly LogReading[], status: string, name: string): boolean {
  const values = (isSuccess: boolean) =>
    readings.flatMap(({ entries }) =>
      entries.flatMap((entry) => {
        const codes = statusesOf(entry, status);
        const values = [...new Set(membersOf(entry, name))].map((value) =>
          typeof value === "number" ? `number ${value}` : value,
        );
        // What else counts as success is another clause's finding, and one that came after failures is no plain one.
        const isOwn = codes.length > 0 && codes.every((code) => (isSuccess ? code === 200 : code >= 400));
        return isOwn ? [values.length === 1 ? values[0] : JSON.stringify(values)] : [];
      }),
    );
  const [successes, failures] = [values(true), values(false)];
  // The name of an event tells one from the other by chance only.
  const isOf = (own: readonly unknown[], others: readonly unknown[]) =>
    own.length > 1 &&
    !isDocumentedEvent(own[0]) &&
    own.every((value) => value === own[0] && !/\d/.test(String(value)) && !others.includes(value));
  return isOf(successes, failures) || isOf(failures, successes);
}

function slowEntries(deliveries: readonly SeenDelivery[], readings: readonly LogReading[], name: string | undefined) {
  const slow = deliveries.flatMap(({ attempts }) =>
    attempts.filter(({ delayMs, isBusy }) => delayMs >= 1_000 && delayMs < 9_000 && isBusy !== true),
  );
  return readings.flatMap((reading) =>
    slow
      .filter(({ status }) => reading.ended.includes(status))
      .map(({ status, delayMs }) => ({
        delayMs,
        reading,
        entries: name === undefined ? reading.entries : entriesOf([reading], name, status),
      })),
  );
}

/** `1100`, `"1100"`, `"1100ms"`, `"1.1 s"` and `"PT1.1S"`. A busy machine may think that it took longer than it did. */
function isAbout(value: unknown, unitMs: number, expectedMs: number): boolean {
  const [, digits] = /^(?:PT|00:00:)?(\d+(?:\.\d+)?) ?(?:[mµu]?s(?:ec(?:onds?)?)?)?$/i.exec(String(value)) ?? [];
  const ms = Number(digits ?? Number.NaN) * unitMs;
  return ms >= 500 && ms < expectedMs * 5;
}
