import { stripVTControlCharacters } from "node:util";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import type { RecordedAttempt } from "../../engine/world/recorded-attempt.ts";
import { attemptLog } from "./attempt-log.ts";

const failed: RecordedAttempt = {
  worldId: "default",
  at: Date.parse("2026-03-02T12:00:00.000Z"),
  webhookId: "whk_0123456789abcdef01234567",
  deliveryId: "dlv_0123456789abcdef01234567",
  event: "charge.paid",
  url: "https://user:password@hooks.acme.dev:8443/T0KEN/123456?key=sk_sandbox_x#f",
  number: 2,
  maxAttempts: 5,
  httpStatus: null,
  failure: "CONNECTION_REFUSED",
  durationMs: 3,
  nextAttemptAt: Date.parse("2026-03-02T12:00:10.000Z"),
  fault: null,
  deactivated: false,
};
const delivered: RecordedAttempt = { ...failed, httpStatus: 204, failure: null, nextAttemptAt: null };
const deactivated: RecordedAttempt = { ...failed, number: 5, httpStatus: 500, failure: "STATUS", nextAttemptAt: null };

interface Circumstances {
  readonly level?: string;
  readonly isTerminal?: boolean;
  /** What the machine's clock shows, asked at each attempt. */
  readonly nowMs?: () => number;
}

/** The lines that a log has after these attempts. */
function logged(attempts: readonly RecordedAttempt[], circumstances: Circumstances = {}): readonly string[] {
  const { level = "info", isTerminal = false, nowMs = () => 0 } = circumstances;
  const lines: string[] = [];
  const logger = pino({ level, base: null, timestamp: false }, { write: (line) => void lines.push(line) });
  const log = attemptLog(logger, isTerminal, (line) => lines.push(stripVTControlCharacters(line)), nowMs);
  for (const attempt of attempts) log(attempt);
  return lines;
}

describe("attempts are logged", () => {
  test("as JSON: a failure as a warning, without the path, the query and the user of the URL", () => {
    const [line = ""] = logged([failed]);
    expect(JSON.parse(line)).toEqual({
      ...failed,
      level: 40,
      msg: "webhook attempt failed",
      url: "https://hooks.acme.dev:8443",
      number: undefined,
      attempt: 2,
      at: undefined,
      worldAt: "2026-03-02T12:00:00.000Z",
      nextAttemptAt: "2026-03-02T12:00:10.000Z",
    });
  });

  test("as JSON: a success for debugging only, and nothing where the level is above", () => {
    expect(logged([delivered, failed], { level: "warn" })).toHaveLength(1);
    expect(logged([delivered, failed], { level: "error" })).toEqual([]);
    const [line = ""] = logged([delivered], { level: "debug" });
    expect(JSON.parse(line)).toMatchObject({ level: 20, msg: "webhook attempt succeeded", failure: null });
    expect(logged([delivered])).toEqual([]);
  });

  test("on a terminal as a line each", () => {
    const attempts = [delivered, failed, { ...deactivated, deactivated: true }, { ...deactivated, maxAttempts: 5 }];
    const start = "2026-03-02T12:00:00.000Z  → charge.paid  https://hooks.acme.dev:8443  ";
    expect(logged(attempts, { isTerminal: true })).toEqual([
      `${start}204  3 ms`,
      `${start}CONNECTION_REFUSED, attempt 2 of 5, next at 2026-03-02T12:00:10.000Z  3 ms`,
      `${start}500, attempt 5 of 5, whk_0123456789abcdef01234567 is deactivated  3 ms`,
      `${start}500, attempt 5 of 5, not repeated  3 ms`,
    ]);
    expect(logged(attempts, { isTerminal: true, level: "warn" })).toHaveLength(3);
    expect(logged(attempts, { isTerminal: true, level: "silent" })).toEqual([]);
  });
});

describe("at most 20 lines of a kind and world are logged in ten seconds", () => {
  const many = Array.from({ length: 100_000 }, () => failed);

  test("and the last of them says so", () => {
    const lines = logged(many);
    expect(lines).toHaveLength(20);
    expect(lines.filter((line) => line.includes("are not logged"))).toEqual([lines.at(-1)]);
    expect(logged(many, { isTerminal: true }).at(-1)).toMatch(/are not logged; GET .sandbox.deliveries lists all$/);
  });

  test("which does not hide another world's, another kind's, and what comes later", () => {
    const other = { ...failed, worldId: "wld_2" };
    const last = { ...deactivated, deactivated: true };
    expect(logged([...many, other, last])).toHaveLength(22);
    const seconds = many.slice(0, 60).map((_, i) => 1_000 * i);
    expect(logged(many.slice(0, 60), { nowMs: () => seconds.shift() ?? 0 })).toHaveLength(60);
    const twoWindows = [...Array<number>(30).fill(0), ...Array<number>(30).fill(10_000)];
    expect(logged(many.slice(0, 60), { nowMs: () => twoWindows.shift() ?? 0 })).toHaveLength(40);
  });
});
