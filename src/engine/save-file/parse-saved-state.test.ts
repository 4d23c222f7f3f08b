import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { attemptFailures } from "../../domain/attempt.ts";
import { mostFaults } from "../../domain/fault.ts";
import { idKinds } from "../../domain/identity.ts";
import { accounts } from "../../domain/ledger.ts";
import { selectableEvents } from "../../domain/notification.ts";
import { defaultSettings } from "../../domain/settings.ts";
import { holds } from "../../domain/testing/holds.ts";
import { jsonWire, Story } from "../../domain/testing/story.ts";
import { begin, perform } from "../../domain/testing/tell.ts";
import { composeWorld } from "../fixture/compose-world.ts";
import { parseShippedFixture } from "../fixture/parse-fixture.ts";
import { stateOf } from "../testing/save-file/state-of.ts";
import { parseSavedState } from "./parse-saved-state.ts";

const schemaFile = new URL("../../../fixtures/save-file.schema.json", import.meta.url);
const shipped = new URL("../../../fixtures/worlds/", import.meta.url);
const schema = JSON.parse(readFileSync(schemaFile, "utf8"));

function problemsOf(value: unknown): readonly { at: string; message: string }[] {
  const parsed = parseSavedState(value);
  return "problems" in parsed ? parsed.problems : [];
}

describe("what a world has written is accepted", () => {
  holds("in every history, at every step", (seed, moves) => {
    const story = begin(seed);
    for (const [i, move] of moves.entries()) {
      perform(story, move);
      if (i % 10 === 0 || i === moves.length - 1) expect(problemsOf(stateOf(story.world))).toEqual([]);
    }
  });

  test.each(readdirSync(shipped))("the shipped world %s", async (name) => {
    const parsed = parseShippedFixture(readFileSync(new URL(name, shipped), "utf8"), name);
    if ("problems" in parsed) throw new Error(name);
    const clock = { mode: "frozen", rate: 1 } as const;
    const terms = { seed: "saved", startAt: Date.parse("2026-01-15T12:00:00Z"), clock, wire: jsonWire };
    const composed = await composeWorld(parsed, terms);
    if ("problems" in composed) throw new Error(name);
    expect(problemsOf(stateOf(composed.world))).toEqual([]);
  });

  test("a world without anything", () => {
    const state = stateOf(new Story().world);
    const world = { ...state.world, companies: [], minted: { ...state.world.minted } };
    expect(problemsOf({ ...state, world, chronicle: { ...state.chronicle, keys: [] } })).toEqual([]);
  });

  test("the state is the value itself", () => {
    const state = stateOf(new Story().world);
    expect(parseSavedState(state)).toStrictEqual({ state });
    const parsed = parseSavedState(state);
    expect("state" in parsed && parsed.state).toBe(state);
  });
});

describe("what is no state at all is explained", () => {
  test.each<[string, unknown, string]>([
    ["nothing", undefined, "$: the state must be an object"],
    ["null", null, "$: the state must be an object, got null"],
    ["a text", "{}", "$: the state must be an object"],
    ["a list", [], "$: the state must be an object, got a list"],
    ["an empty object", {}, "$.world: world is missing; it must be"],
  ])("%s", (_, value, expected) => {
    const [{ at, message } = { at: "", message: "" }] = problemsOf(value);
    expect(`${at}: ${message}`.slice(0, expected.length)).toBe(expected);
  });

  test("a key that reaches for a prototype is one that nobody knows", () => {
    const text = JSON.stringify(stateOf(new Story().world));
    const hostile = JSON.parse(text.replace('"world":{', '"world":{"__proto__":{"seed":"x"},'));
    expect(problemsOf(hostile)).toEqual([
      { at: "$.world.__proto__", message: expect.stringContaining("unknown property `__proto__`; allowed: `seed`") },
    ]);
  });

  test("a name without end is told by its beginning", () => {
    const state = { ...stateOf(new Story().world), ["n".repeat(1_000_000)]: 1 };
    const [problem] = problemsOf(state);
    expect(problem?.at.length).toBeLessThan(300);
    expect(problem?.message.length).toBeLessThan(300);
  });

  test("so is a value without end", () => {
    const { world, ...rest } = stateOf(new Story().world);
    const settings = { ...world.settings, timeZone: "z".repeat(1_000_000) };
    const [problem] = problemsOf({ ...rest, world: { ...world, settings } });
    expect(problem?.at).toBe("$.world.settings.timeZone");
    expect(problem?.message.length).toBeLessThan(1_100);
  });

  test("many problems are told up to the twentieth, of a large state the first", () => {
    const { world, ...rest } = stateOf(new Story().world);
    const wrong = (count: number) => ({
      ...rest,
      world: { ...world, charges: Array.from({ length: count }, () => 5) },
    });
    expect(problemsOf(wrong(50))).toHaveLength(20);
    expect(problemsOf(wrong(200_000))).toHaveLength(1);
  });

  test("many impossible things are told up to the twentieth", () => {
    const { world, ...rest } = stateOf(new Story({ balance: 5 }).world);
    const charges = Array.from({ length: 100_000 }, () => world.charges[0]);
    expect(problemsOf({ ...rest, world: { ...world, charges } })).toHaveLength(20);
  });

  test("places begin where the value stands in its document", () => {
    expect(parseSavedState({}, ["state"])).toMatchObject({ problems: [{ at: "$.state.world" }, {}, {}] });
    const state = stateOf(new Story().world);
    const impossible = { ...state, world: { ...state.world, settings: { ...defaultSettings, timeZone: "Mars" } } };
    expect(parseSavedState(impossible, ["state"])).toEqual({
      problems: [
        { at: "$.state.world.settings.timeZone", message: expect.stringContaining('"Mars" is not a time zone') },
      ],
    });
  });
});

describe("the schema", () => {
  const { $defs } = schema;

  /** Whoever changes a file leaves its checksum out; and files were saved before there were faults. */
  const optional: Readonly<Record<string, readonly string[]>> = {
    "": ["checksum"],
    "/$defs/world": ["faults"],
    "/$defs/delivery": ["fault", "heldBack"],
    "/$defs/fault": ["operationId", "status", "delay", "event", "webhookId"],
  };

  test("says what every field means, and allows no other", () => {
    const silent: string[] = [];
    const open: string[] = [];
    const look = (part: unknown, at: string) => {
      if (typeof part !== "object" || part === null) return;
      const { properties, additionalProperties, required } = part as Record<string, unknown>;
      for (const [name, field] of Object.entries(properties ?? {})) {
        const { $ref = "" } = field;
        const { description } = $ref === "" ? field : { ...$defs[$ref.split("/").at(-1)], ...field };
        if (typeof description !== "string" || description.length < 5) silent.push(`${at}/${name}`);
      }
      if (properties !== undefined && additionalProperties !== false) open.push(at);
      const left = optional[at] ?? [];
      const needed = Object.keys(Object(properties)).filter((name) => !left.includes(name));
      if (properties !== undefined) expect(required, at).toEqual(needed);
      for (const [name, inner] of Object.entries(part)) look(inner, `${at}/${name}`);
    };
    look(schema, "");
    expect({ silent, open }).toEqual({ silent: [], open: [] });
  });

  test("knows the same names as the code", () => {
    const { webhook, delivery, attempt, world, company, settings, fault } = $defs;
    const raisedEvents = selectableEvents.filter((event) => event !== "charge.received");
    expect(webhook.properties.events.items.enum).toEqual(selectableEvents);
    expect(delivery.properties.event.enum).toEqual([...selectableEvents, "webhook.test"]);
    expect(attempt.properties.failure.enum).toEqual([...attemptFailures, null]);
    expect(world.properties.minted.required).toEqual(idKinds);
    expect(company.properties.ledger.required).toEqual(accounts);
    expect(settings.required).toEqual(Object.keys(defaultSettings));
    expect(fault.properties.event.enum).toEqual([...raisedEvents, "webhook.test"]);
    expect(world.properties.faults.properties.list.maxItems).toBe(mostFaults);
  });
});
