import { expect, test } from "vitest";
import type { CallLog, NotedCall, Notes } from "../store/call-log.ts";
import { CallNotes, MAX_CALLS } from "./call-notes.ts";

/** A log that fails as long as it is told to, and remembers what was written. */
class WrittenLog implements CallLog {
  isAway = false;
  readonly written: ReadonlyMap<string, Notes>[] = [];

  async write(notes: ReadonlyMap<string, Notes>): Promise<void> {
    if (this.isAway) throw new Error("the database is away");
    this.written.push(notes);
  }

  async newest() {
    return [];
  }

  async met() {
    return new Map<string, number>();
  }
}

function call(text: string): NotedCall {
  return { operationId: null, status: 200, text };
}

function opened() {
  const log = new WrittenLog();
  const notes = new CallNotes(log);
  return { log, notes };
}

test("what came together is written together", async () => {
  const { log, notes } = opened();
  notes.addCall("a", call("one"));
  notes.addMet("a", "paid");
  notes.addMet("a", "paid");
  notes.addCall("b", call("two"));
  await notes.met(null);
  expect(log.written).toEqual([
    new Map([
      ["a", { calls: [call("one")], missed: 0, met: new Map([["paid", 2]]) }],
      ["b", { calls: [call("two")], missed: 0, met: new Map() }],
    ]),
  ]);
});

test("what nobody reads is written, too", async () => {
  const { log, notes } = opened();
  notes.addCall("a", call("one"));
  while (log.written.length === 0) await new Promise(setImmediate);
  expect(log.written).toHaveLength(1);
});

test("a reader is told that the store is away, and then nothing is missing or twice there", async () => {
  const { log, notes } = opened();
  log.isAway = true;
  notes.addCall("a", call("one"));
  notes.addMet("a", "paid");
  await expect(notes.met("a")).rejects.toMatchObject({ name: "Unavailable" });
  notes.addCall("a", call("two"));
  notes.addMet("a", "paid");
  log.isAway = false;
  await notes.met("a");
  await notes.close();
  const met = new Map([["paid", 2]]);
  expect(log.written).toEqual([new Map([["a", { calls: [call("one"), call("two")], missed: 0, met }]])]);
});

test("of more calls than are kept the newest are written, with the number of the others", async () => {
  const { log, notes } = opened();
  log.isAway = true;
  for (let i = 0; i < 2 * MAX_CALLS + 5; i += 1) notes.addCall("a", call(String(i)));
  await expect(notes.met("a")).rejects.toThrow();
  for (let i = 0; i < 5; i += 1) notes.addCall("a", call(`later ${i}`));
  log.isAway = false;
  await notes.close();
  const [written] = log.written;
  expect(written?.get("a")).toMatchObject({ missed: MAX_CALLS + 10 });
  expect(written?.get("a")?.calls.map(({ text }) => text)).toEqual([
    ...Array.from({ length: MAX_CALLS - 5 }, (_, i) => String(MAX_CALLS + 10 + i)),
    ...Array.from({ length: 5 }, (_, i) => `later ${i}`),
  ]);
});
