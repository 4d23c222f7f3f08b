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

function problemOf(value: unknown): string {
  const read = readSaveFile(value);
  return "problems" in read ? read.problems.map(({ at, message }) => `${at}: ${message}`).join("\n") : "none";
}

/** The problem of a file whose text was changed, and which was sealed again. */
function problemOfForged(change: (content: ReturnType<typeof exported>) => void): string {
  const content = JSON.parse(JSON.stringify(exported()));
  change(content);
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
    ["with an impossible position", (file) => Object.assign(file, { position: "9" }), "$.position: position must be"],
    ["with other members", (file) => Object.assign(file, { more: 1 }), "$: only format, checksum, position, at and"],
    ["of another time", (file) => Object.assign(file, { at: 0 }), "differs from the time of the world"],
    ["without a state", (file) => Object.assign(file, { state: null }), "$.state: no world can continue from it"],
    ["with a list that is none", ({ state }) => Object.assign(state.world, { companies: 3 }), "is not iterable"],
    [
      "with things of no company",
      ({ state }) => Object.assign(state.world, { companies: [] }),
      "the world has no com_",
    ],
    ["with a time that is none", (file) => Object.assign(file.state.world, { at: "soon" }), "time of the world is not"],
    [
      "with a clock that never rests",
      ({ state }) => Object.assign(state.world.clock, { rate: 0 }),
      "rate of the clock",
    ],
    [
      "with a counter that is none",
      ({ state }) => Object.assign(state.world, { scheduled: "9" }),
      "a counter is no integer",
    ],
    [
      "with a setting that is none",
      ({ state }) => Object.assign(state.world.settings, { timeZone: "Mars" }),
      "settings.timeZone",
    ],
    [
      "with books that do not balance",
      ({ state }) => Object.assign(state.world.companies[0]?.ledger ?? {}, { fees: 1 }),
      "sum to 1",
    ],
    ["with what was missed", ({ state }) => Object.assign(billing(state), { at: 0 }), "something was due before"],
    ["with what is due at no time", ({ state }) => Object.assign(billing(state), { at: null }), "due"],
    ["with what was never scheduled", ({ state }) => Object.assign(billing(state), { order: 99 }), "never scheduled"],
    [
      "with two things at one place",
      ({ state }) => Object.assign(billing(state), { order: 1 }),
      "two things are scheduled as number 1",
    ],
    [
      "with billings that go back",
      ({ state }) => Object.assign(subscription(state), { billings: -2 }),
      "would never end",
    ],
    [
      "with billings all the time",
      ({ state }) => Object.assign(subscription(state), { interval: "PT0S" }),
      "would never end",
    ],
    [
      "with billings that were not authorized",
      ({ state }) => Object.assign(subscription(state), { authorizedAt: null }),
      "would never end",
    ],
  ])("%s", (_, change, problem) => {
    expect(problemOfForged(change)).toContain(problem);
  });
});

function subscription({ world }: ReturnType<typeof exported>["state"]) {
  const [found] = world.subscriptions;
  if (found === undefined) throw new Error("the story has one");
  return found;
}

function billing(state: ReturnType<typeof exported>["state"]) {
  const { billingDue } = subscription(state);
  if (billingDue === null) throw new Error("it was authorized");
  return billingDue;
}
