import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { writeOverlay } from "../../contracts-old/report/overlay-writer.ts";
import type { OverlayChange } from "../../contracts-old/report/verdict.ts";
import { readNamedFixture } from "../../src/engine/beginning/fixture/fixture-files.ts";
import { createSandbox } from "../../src/sandbox.ts";
import { documentWithOverlay, type OverlaidDocument } from "../../src/spec/document.ts";
import { applyOverlay, parseOverlay } from "../../src/spec/overlay.ts";
import { MemoryStore } from "../../src/store/memory-store.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { type EveryAnswer, everyAnswer } from "../every-answer.ts";

const shipped = new URL("../../src/spec/generated/interface.json", import.meta.url);
const source: object = JSON.parse(readFileSync(shipped, "utf8"));
const about = { title: "A deployment" };

/** The interface as the overlay written of these changes makes it; nothing may be left unsaid. */
async function documentSeen(changes: readonly OverlayChange[]): Promise<OverlaidDocument> {
  const { text, left } = writeOverlay(source, changes, about);
  expect(left).toEqual([]);
  return documentOf(text);
}

async function documentOf(text: string): Promise<OverlaidDocument> {
  const document = await documentWithOverlay("interface", parseOverlay(text));
  expect(document.warnings).toEqual([]);
  return document;
}

let plain: EveryAnswer;
beforeAll(async () => {
  plain = await everyAnswer();
});

const at = (key: string) => {
  const [operationId = "", outcome = ""] = key.split(" ");
  return { operationId, outcome };
};
const statusOf = (key: string, status: number): OverlayChange => ({ what: "status", ...at(key), status });
const envelopeOf = (key: string, ...container: string[]): OverlayChange => ({
  what: "envelope",
  ...at(key),
  container,
});
const fieldOf = (key: string, from: string, to: string): OverlayChange => ({ what: "field", ...at(key), from, to });

/** The keys of an operation's answers, by operation. */
const byOperation = () => Map.groupBy(plain.keys(), (key) => at(key).operationId);
/** The keys of all answers but those that reach no operation. */
const keys = () => [...plain.keys()].filter((key) => at(key).operationId !== "x-responses");

type Row = Record<string, unknown>;

/** What a body is like after changes, told without schemas: from the answer that the interface gives without an overlay. */
function asSeen(key: string, changes: readonly OverlayChange[]): { status: number; body: unknown } {
  const answer = plain.get(key);
  if (answer === undefined) throw new Error(`nothing was answered with ${key}`);
  const { operationId, outcome } = at(key);
  const own = changes.filter((change) => change.operationId === operationId && change.outcome === outcome);
  const moved = own.find((change) => change.what === "status");
  const status = moved?.what === "status" ? moved.status : answer.status;
  const body: Row = { ...Object(answer.body), status };
  const names = new Map(own.flatMap((change) => (change.what === "field" ? [[change.from, change.to] as const] : [])));
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [names.get(name) ?? name, member]));
  };
  body.data = renamed(body.data);
  const contained = own.find((change) => change.what === "envelope");
  if (contained?.what !== "envelope") return { status, body };
  return { status, body: contained.container.reduceRight<unknown>((inner, name) => ({ [name]: inner }), body.data) };
}

/** How long an attempt took is the machine's affair. */
function comparable(answer: { status: number; body: unknown } | undefined): unknown {
  return JSON.parse(JSON.stringify(answer).replaceAll(/"(\w*durationMs)":\d+/g, '"$1":0'));
}

/** Every answer of the sandbox is as these changes say, and what they do not speak of is as ever. */
async function expectSeen(changes: readonly OverlayChange[]): Promise<void> {
  const seen = await everyAnswer(await documentSeen(changes));
  for (const key of plain.keys()) {
    expect([key, comparable(seen.get(key))]).toEqual([key, comparable(asSeen(key, changes))]);
  }
}

describe("the sandbox answers as the deployment did, with the overlay of", () => {
  it("every outcome at the status of the next one", async () => {
    const changes = [...byOperation().values()].flatMap((own) => {
      return own.map((key, index) => statusOf(key, plain.get(own[(index + 1) % own.length] ?? key)?.status ?? 0));
    });
    await expectSeen(changes);
  });

  it("everything at 200, successes and refusals", async () => {
    await expectSeen([...plain.keys()].map((key) => statusOf(key, 200)));
  });

  it("some outcomes at another status or in another envelope, whoever shares their answers; names changed round", async () => {
    const initiated = "initiateWithdrawal initiated";
    await expectSeen([
      statusOf("confirmWithdrawal otp-incorrect", 423),
      statusOf("initiateWithdrawal insufficient-balance", 402),
      statusOf("createWebhook webhook-event-unknown", 400),
      statusOf("initiateWithdrawal media-type-unsupported", 400),
      statusOf("getBalance unauthorized", 403),
      envelopeOf("confirmWithdrawal otp-expired"),
      envelopeOf("resendOtp otp-still-valid", "error"),
      fieldOf(initiated, "value", "fee"),
      fieldOf(initiated, "fee", "netValue"),
      fieldOf(initiated, "netValue", "value"),
    ]);
  });

  it("a bare body, a payload in a container of another name, in two containers, and in data alone", async () => {
    const containers = [[], ["result"], ["response", "content"], ["data"]];
    await expectSeen(keys().map((key, index) => envelopeOf(key, ...(containers[index % 4] ?? []))));
  });

  it("all of it together", async () => {
    const containers = [[], ["result"], ["response", "content"]];
    const changes = keys().flatMap((key, index) => {
      return [...renamings(key), envelopeOf(key, ...(containers[index % 3] ?? [])), statusOf(key, 400 + (index % 5))];
    });
    await expectSeen(changes);
  });

  /** Each field, also of a list's items. */
  function renamings(key: string): OverlayChange[] {
    const { data } = Object(plain.get(key)?.body);
    const sample: unknown = Array.isArray(data) ? data[0] : data;
    const names = typeof sample === "object" && sample !== null ? Object.keys(sample) : [];
    return names.map((name) => fieldOf(key, name, `the_${name}`));
  }
});

describe("an overlay that was written", () => {
  const actionsOf = (text: string) => parseOverlay(text).actions.map(({ name }) => name);

  it("renames within objects, lists and the envelope", async () => {
    const balance = "getBalance balance-read";
    const document = await documentSeen([
      fieldOf(balance, "reserveHolds.amountCents", "amount"),
      fieldOf(balance, "reserveHolds", "holds"),
      fieldOf(balance, "message", "text"),
      fieldOf("initiateWithdrawal request-malformed", "problems[].at", "problems[].place"),
    ]);
    await using sandbox = await startSandbox({ interfaceDocument: document });
    const { ask } = sandbox;
    expect((await ask("PATCH", "/sandbox/settings", { retention: { percent: 10, holdFor: "P7D" } })).status).toBe(200);
    expect((await ask("POST", "/sandbox/charges", { total: 10_000, paid: true })).status).toBe(201);
    const read = await ask("GET", "/account-balance");
    expect(read.text("text")).toContain("Balance");
    const holds: unknown = read.at("data.holds");
    expect(holds).toContainEqual(expect.objectContaining({ amount: 1_000, status: "HELD" }));
    const malformed = await ask("POST", "/account-balance/withdraw", { value: "1" });
    expect(malformed.at("data.problems.0")).toMatchObject({ place: "body/value" });
  });

  it("has no body at a status that comes without one", async () => {
    const interfaceDocument = await documentSeen([statusOf("cancelWithdrawal cancelled", 204)]);
    const { paths } = Object(interfaceDocument.dereferenced);
    expect(paths["/account-balance/withdraw/cancel"].post.responses["204"]).not.toHaveProperty("content");
    await using sandbox = await startSandbox({ interfaceDocument });
    const opened = await sandbox.ask("POST", "/account-balance/withdraw", { value: 50_000 });
    const withdrawId = opened.text("data.withdrawId");
    const cancelled = await sandbox.ask("POST", "/account-balance/withdraw/cancel", { withdrawId });
    expect(cancelled).toMatchObject({ status: 204, body: null });
  });

  it("says nothing more of what the description already has", async () => {
    expect(writeOverlay(source, [], about).text).toContain("Nothing differs.");
    const changes = keys().flatMap((key, index) => [envelopeOf(key, "result"), statusOf(key, 400 + (index % 5))]);
    const { source: overlaid } = await documentSeen(changes);
    expect(writeOverlay(overlaid, changes, about)).toEqual(writeOverlay(overlaid, [], about));
    const known = [statusOf("getBalance balance-read", 200), statusOf("getBalance internal-error", 500)];
    expect(writeOverlay(source, known, about)).toEqual(writeOverlay(source, [], about));
  });

  it("comes after the overlay that the run used, in one file", async () => {
    const first = writeOverlay(
      source,
      keys().map((key) => statusOf(key, 400)),
      about,
    ).text;
    const { source: overlaid } = await documentOf(first);
    const more = [statusOf("confirmWithdrawal otp-expired", 410), envelopeOf("confirmWithdrawal otp-incorrect")];
    const { text, left } = writeOverlay(overlaid, more, { title: "Both", base: `# Known before.\n${first}` });
    expect(left).toEqual([]);
    expect(text).toContain("# Known before.");
    expect(parseOverlay(text).title).toBe("Both");
    expect(actionsOf(text).slice(0, actionsOf(first).length)).toEqual(actionsOf(first));
    const seen = await everyAnswer(await documentOf(text));
    const all = [
      ...keys()
        .map((key) => statusOf(key, 400))
        .filter(({ outcome }) => outcome !== "otp-expired"),
      ...more,
    ];
    for (const key of keys()) expect([key, comparable(seen.get(key))]).toEqual([key, comparable(asSeen(key, all))]);
  });

  it("changes a component once where all that refer to it were seen to do the same", async () => {
    const everywhere = keys().filter((key) => key.endsWith("unauthorized"));
    const { text } = writeOverlay(
      source,
      everywhere.map((key) => envelopeOf(key)),
      about,
    );
    expect(actionsOf(text).every((name) => name.includes("$.components.responses.Unauthorized"))).toBe(true);
    const elsewhere = await documentSeen(everywhere.map((key) => envelopeOf(key)));
    await using sandbox = await startSandbox({ interfaceDocument: elsewhere });
    expect((await sandbox.as(null)("GET", "/account-balance")).body).toEqual({ code: "UNAUTHORIZED" });
  });

  it("says in comments what was seen, whatever a target calls its fields", async () => {
    const odd = "it's # a\u2028name: - ['$']";
    const { text } = writeOverlay(source, [fieldOf("getBalance balance-read", "currency", odd)], about);
    expect(text).toContain(`# getBalance, balance-read: "currency" is called "it's # a name: - ['$']".\n`);
    await using sandbox = await startSandbox({ interfaceDocument: await documentOf(text) });
    expect(Object((await sandbox.ask("GET", "/account-balance")).at("data"))[odd]).toBe("BRL");
    const { source: overlaid } = await documentOf(text);
    const back = writeOverlay(overlaid, [fieldOf("getBalance balance-read", odd, "unit")], { ...about, base: text });
    expect(back.left).toEqual([]);
    await using other = await startSandbox({ interfaceDocument: await documentOf(back.text) });
    const { data } = Object((await other.ask("GET", "/account-balance")).body);
    expect(data).toMatchObject({ unit: "BRL" });
    expect(data).not.toHaveProperty([odd]);
  });
});

describe("what no overlay says is told, and the rest is written", () => {
  const good = statusOf("confirmWithdrawal otp-expired", 410);

  it.each<[string, OverlayChange[], RegExp]>([
    ["an operation that is not described", [statusOf("getWeather rainy", 200)], /no such operation/],
    ["an outcome that is not described", [statusOf("getBalance rainy", 200)], /no such outcome/],
    ["a status that ends nothing", [statusOf("getBalance balance-read", 101)], /101 is no status/],
    ["a field that is not described", [fieldOf("getBalance balance-read", "rain", "snow")], /no property "rain"/],
    ["a name that another field has", [fieldOf("getBalance balance-read", "currency", "balance")], /another property/],
    [
      "a field in another object",
      [fieldOf("getBalance balance-read", "reserveHolds.status", "a.b")],
      /another container/,
    ],
    ["a name that is none", [fieldOf("getBalance balance-read", "currency", "__proto__")], /cannot be the name/],
    ["a container that is none", [envelopeOf("getBalance balance-read", "a\\b")], /cannot be the name/],
    ["two statuses", [statusOf("getBalance balance-read", 203), statusOf("getBalance balance-read", 206)], /also 203/],
    [
      "two envelopes",
      [envelopeOf("getBalance balance-read"), envelopeOf("getBalance balance-read", "a")],
      /also the whole/,
    ],
    [
      "a field of an envelope that is gone",
      [envelopeOf("getBalance balance-read"), fieldOf("getBalance balance-read", "message", "text")],
      /envelope is another/,
    ],
  ])("%s", async (_, changes, why) => {
    const { text, left } = writeOverlay(source, [...changes, good], about);
    expect(left).toEqual([expect.stringMatching(why)]);
    expect(text).toContain(`# Not said here: ${left[0]?.slice(0, 40)}`);
    const { paths } = Object((await documentOf(text)).source);
    expect(Object.keys(paths["/account-balance/withdraw/confirm"].post.responses)).toContain("410");
  });

  it("an answer of another media type under the same status", async () => {
    const target = "$.components.responses.WithdrawalUnknown.content";
    const problem = { "application/problem+json": { schema: { $ref: "#/components/schemas/WithdrawalRefusal" } } };
    const actions = [
      { target: `${target}['application/json']`, remove: true },
      { target, update: problem },
    ];
    const overlay = { overlay: "1.0.0", info: { title: "t", version: "1" }, actions };
    const { document } = applyOverlay(source, parseOverlay(JSON.stringify(overlay)));
    const { text, left } = writeOverlay(document, [statusOf("cancelWithdrawal withdrawal-unknown", 409), good], about);
    expect(left).toEqual([expect.stringContaining("withdrawal-not-cancellable is answered with it")]);
    expect(text).toContain('"410"');
  });

  it("some of the outcomes of one answer, where no examples tell what each of them shows", () => {
    const target = "$.components.responses.CodeRefused.content['application/json'].examples";
    const overlay = { overlay: "1.0.0", info: { title: "t", version: "1" }, actions: [{ target, remove: true }] };
    const { document } = applyOverlay(source, parseOverlay(JSON.stringify(overlay)));
    expect(writeOverlay(document, [good], about).left).toEqual([expect.stringContaining("no example of each")]);
    const both = [good, statusOf("confirmWithdrawal otp-incorrect", 410)];
    expect(writeOverlay(document, both, about).left).toEqual([]);
  });
});

describe("whatever was seen", () => {
  const names = [
    "code",
    "status",
    "message",
    "data",
    "withdrawId",
    "problems.at",
    "reserveHolds",
    "events",
    "url",
    "x",
  ];
  const change = fc
    .record({
      key: fc.constantFrom(...Object.values(listedOutcomes())),
      status: fc.constantFrom(200, 201, 204, 304, 400, 404, 409, 418, 422, 503, 600),
      container: fc.constantFrom<string[]>([], ["data"], ["result"], ["a", "b"], ["data", "message"]),
      from: fc.constantFrom(...names),
      to: fc.constantFrom(...names),
      what: fc.constantFrom("status", "envelope", "field"),
    })
    .map(({ key, status, container, from, to, what }): OverlayChange => {
      if (what === "status") return statusOf(key, status);
      return what === "envelope" ? envelopeOf(key, ...container) : fieldOf(key, from, to);
    });

  it("the overlay applies, the sandbox starts, and the same is written again", async () => {
    const fixture = () => readNamedFixture("default");
    const property = fc.asyncProperty(fc.array(change, { maxLength: 60 }), async (changes) => {
      const { text } = writeOverlay(source, changes, about);
      expect(writeOverlay(structuredClone(source), [...changes, ...changes], about).text).toBe(text);
      // An alias would make a reader look elsewhere for what is meant.
      expect(text).not.toMatch(/[:-] [&*]a\d/);
      const interfaceDocument = await documentOf(text);
      const sandbox = await createSandbox({ store: new MemoryStore(), fixture, interfaceDocument });
      await sandbox.close();
    });
    await fc.assert(property, { numRuns: 2 });
  });

  /** Every outcome of every operation, and some that any of them may have. */
  function listedOutcomes(): string[] {
    const { paths, components } = Object(source);
    const items: Row[] = Object.values(paths);
    return items
      .flatMap((item) => Object.values(item))
      .flatMap((operation) => {
        const { operationId, responses } = Object(operation);
        if (typeof operationId !== "string") return [];
        const outcomes = Object.values(Object(responses)).flatMap((response) => {
          const name: string = Object(response).$ref.split("/").at(-1);
          const listed: string[] = components.responses[name]["x-outcomes"];
          return listed;
        });
        return [...outcomes, "internal-error", "media-type-unsupported"].map((outcome) => `${operationId} ${outcome}`);
      });
  }
});
