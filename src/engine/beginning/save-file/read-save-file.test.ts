import { describe, expect, test } from "vitest";
import { holds } from "../../../domain/testing/holds.ts";
import { written } from "../../../domain/testing/restored.ts";
import { Story } from "../../../domain/testing/story.ts";
import { begin, perform } from "../../../domain/testing/tell.ts";
import type { World } from "../../../domain/world.ts";
import { sealed } from "../../../store/sealed.ts";
import { newChronicle } from "../../history/chronicle.ts";
import { approvedSaveFile, readSaveFile } from "./read-save-file.ts";

/** What an export of a world says. */
function contentOf(world: World) {
  const { at, epoch } = world;
  const { companyIds: _, ...chronicle } = newChronicle(epoch);
  const clock = { anchorAt: at, anchorWall: 0 };
  return {
    position: 9,
    at,
    state: { world: written(world), clock, chronicle: { ...chronicle, bookmarks: [], keys: [] } },
  };
}

/** A world with a hold, an open withdrawal, a billing and an attempt that are due. */
function exported() {
  const story = new Story({ balance: 100_000 });
  const { companyId } = story;
  story.webhook({ events: ["charge.paid"] });
  story.changeSettings({ retention: { percent: 10, holdFor: "P30D" } });
  story.charge({ total: 5_000, paid: true });
  story.withdrawal(1_000);
  const subscriptionId = story.subscription({ interval: "P1D" });
  story.given({ type: "authorize-subscription", companyId, subscriptionId });
  return contentOf(story.world);
}

type Exported = ReturnType<typeof exported>;

function problemOf(value: unknown): string {
  const read = readSaveFile(value);
  return "problems" in read ? read.problems.map(({ at, message }) => `${at}: ${message}`).join("\n") : "none";
}

/** The problem of a file of which something was changed, and which was sealed again. */
function problemOfForged(change: (state: Exported["state"], file: Exported) => void): string {
  const content: Exported = JSON.parse(JSON.stringify(exported()));
  change(content.state, content);
  return problemOf(sealed(content));
}

describe("a save-file is read", () => {
  test("as the API answers with it, as the member of an object, in which it is checked as well", () => {
    const file = sealed(exported());
    expect(readSaveFile({ world: file })).toEqual(readSaveFile(file));
    expect(approvedSaveFile({ world: file })).toEqual(approvedSaveFile(file));
    expect(problemOf({ world: { ...file, position: 10 } })).toContain("it does not match its checksum");
    expect(problemOf({ world: file, other: 1 })).toContain("it has no format that Saldo knows");
  });

  test("as it was exported", () => {
    const content = exported();
    expect(readSaveFile(JSON.parse(JSON.stringify(sealed(content), null, 2)))).toEqual(content);
  });

  holds("of every history, at every step", (seed, moves) => {
    const story = begin(seed);
    for (const [i, move] of moves.entries()) {
      perform(story, move);
      if (i % 10 === 0 || i === moves.length - 1) expect(problemOf(sealed(contentOf(story.world)))).toBe("none");
    }
  });
});

describe("a save-file is refused", () => {
  const { checksum, ...unsealed } = sealed(exported());

  test.each<[string, unknown, string]>([
    ["that is none", [], "$: it is not an object"],
    ["of a newer Saldo", { ...unsealed, checksum, format: 2 }, "$: it was written by a newer Saldo"],
  ])("%s", (_, value, problem) => {
    const said = problemOf(value);
    expect(said.slice(0, problem.length)).toBe(problem);
    expect(said.includes("write a fixture")).toBe(problem.includes("checksum"));
  });

  test.each<[string, Parameters<typeof problemOfForged>[0], string]>([
    ["an impossible position", (_, file) => Object.assign(file, { position: "9" }), "$.position: position must be"],
    ["other members", (_, file) => Object.assign(file, { more: 1 }), "$: only format, checksum, position, at and"],
    ["another time", (_, file) => Object.assign(file, { at: 0 }), "differs from the time of the world"],
    ["no state", (_, file) => Object.assign(file, { state: null }), "$.state: no world can continue from it"],
    ["a list that is none", ({ world }) => Object.assign(world, { companies: 3 }), "is not iterable"],
    ["things of no company", ({ world }) => Object.assign(world, { companies: [] }), "the world has no com_"],
    ["a time that is none", ({ world }) => Object.assign(world, { at: "soon" }), "time of the world is not"],
    ["a clock that never rests", ({ world }) => Object.assign(world.clock, { rate: 0 }), "rate of the clock"],
    ["a counter that is none", ({ world }) => Object.assign(world, { scheduled: "9" }), "a counter is no integer"],
    ["a wrong setting", ({ world }) => Object.assign(world.settings, { timeZone: "Mars" }), "settings.timeZone"],
    ["unbalanced books", ({ world }) => Object.assign(world.companies[0]?.ledger ?? {}, { fees: 1 }), "sum to 1"],
    ["what was missed", (state) => Object.assign(billing(state), { at: 0 }), "something was due before"],
    ["what is due at no time", (state) => Object.assign(billing(state), { at: null }), "due"],
    ["what was never scheduled", (state) => Object.assign(billing(state), { order: 99 }), "never scheduled"],
    [
      "two in one place",
      (state) => Object.assign(billing(state), { order: 1 }),
      "two things are scheduled as number 1",
    ],
    ["billings that go back", (state) => Object.assign(subscription(state), { billings: -2 }), "would never end"],
    ["billings all the time", (state) => Object.assign(subscription(state), { interval: "PT0S" }), "would never end"],
    ["no authorization", (state) => Object.assign(subscription(state), { authorizedAt: null }), "would never end"],
  ])("with %s", (_, change, problem) => {
    expect(problemOfForged(change)).toContain(problem);
  });
});

function subscription({ world }: Exported["state"]) {
  const [found] = world.subscriptions;
  if (found === undefined) throw new Error("the story has one");
  return found;
}

function billing(state: Exported["state"]) {
  const { billingDue } = subscription(state);
  if (billingDue === null) throw new Error("it was authorized");
  return billingDue;
}
