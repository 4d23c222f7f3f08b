import { describe, expect } from "vitest";
import type { Ask } from "../../src/client/connection.ts";
import control from "../../src/spec/generated/control.json" with { type: "json" };
import { commandInProcess } from "../command-in-process.ts";
import { it, startCheckedSandbox } from "./checked-sandbox.ts";

/** Every place of the document that takes a time. */
const places: readonly [string, (ask: Ask, at: string) => ReturnType<Ask>][] = [
  ["body/to", (ask, to) => ask("POST", "/sandbox/clock/advance", { to })],
  [
    "body/at",
    async (ask, at) => {
      await ask("POST", "/sandbox/clock/advance", { by: "PT5M" });
      return ask("POST", "/sandbox/rewind", { at });
    },
  ],
  [
    "query/from",
    async (ask, from) => {
      await ask("POST", "/sandbox/clock/advance", { by: "PT5M" });
      return ask("GET", `/sandbox/statement?from=${encodeURIComponent(from)}`);
    },
  ],
  ["body/startAt", (ask, startAt) => ask("POST", "/sandbox/worlds", { startAt })],
  ["body/since", (ask, since) => ask("POST", "/sandbox/deliveries/redeliver", { since })],
  ...["events?from", "events?to", "agenda?until", "timeline?from", "timeline?to", "statement?to"].map(
    (query): [string, (ask: Ask, at: string) => ReturnType<Ask>] => [
      `query/${query.split("?")[1]}`,
      (ask, at) => ask("GET", `/sandbox/${query}=${encodeURIComponent(at)}`),
    ],
  ),
];

// Which texts are times: src/spec/given-instant.test.ts.
describe("a time that a request gives", () => {
  it("stands in these places", () => {
    expect(JSON.stringify(control).split('"#/components/schemas/InstantGiven"')).toHaveLength(places.length + 1);
  });

  it.each(places)("is any RFC 3339 time in %s", async (place, send) => {
    await using sandbox = await startCheckedSandbox({ startAt: "2026-03-02T12:00:00.000Z" });
    const { ask, account } = sandbox;
    await account.advance({ by: "PT1M" });
    expect((await send(ask, "2026-03-02t09:02:01.123456789-03:00")).status).toBeOneOf([200, 201, 202]);
    const at = "2026-03-02T24:00:00Z";
    const { status, body } = await send(ask, at);
    const message = expect.stringContaining(`must be a time with its offset, like 2026-03-02T12:00:00Z, got "${at}"; `);
    expect([status, body]).toEqual([400, expect.objectContaining({ problems: [{ at: place, message }] })]);
  });

  it("comes back in UTC with milliseconds, and what is smaller is cut off", async () => {
    await using sandbox = await startCheckedSandbox({ startAt: "2026-03-02T09:00:00.9999-03:00" });
    expect(await sandbox.account.now()).toBe("2026-03-02T12:00:00.999Z");
    const advanced = await sandbox.account.advance({ to: "2026-03-02T09:00:05.123456-03:00" });
    expect(advanced.at("to")).toBe("2026-03-02T12:00:05.123Z");
    const rewound = await sandbox.account.rewind({ at: "2026-03-02T14:00:02+02:00" });
    expect(rewound.at("now")).toBe("2026-03-02T12:00:02.000Z");
  });

  it("that has lost its plus in an address is told how to keep it", async ({ sandbox }) => {
    const refused = await sandbox.ask("GET", "/sandbox/events?from=2026-03-02T12:00:00+00:00");
    expect(refused.text("problems.0.message")).toContain("in an address, write + as %2B");
  });
});

it("a time of the command line is any of them, too", async ({ sandbox }) => {
  const at = "2026-03-02t09:00:03.000999-03:00";
  const key = ["--url", sandbox.url, "--api-key", sandbox.companies[0]?.apiKey ?? ""];
  expect((await commandInProcess(["clock", "to", at, ...key])).stdout).toContain("2026-03-02T12:00:03.000Z");
  expect((await commandInProcess(["rewind", at, ...key])).stdout).toContain("2026-03-02T12:00:03.000Z");
  const made = await commandInProcess(["world", "new", "--start-at", at, ...key]);
  expect([made.code, made.stderr]).toEqual([0, ""]);
});
