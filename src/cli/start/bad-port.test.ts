import { expect, test } from "vitest";
import { badPortWarning } from "./bad-port.ts";

test("a port that fetch refuses is warned of, and another one is not", async () => {
  const warned = Array.from({ length: 65_535 }, (_, at) => at + 1).filter((port) => badPortWarning(port) !== null);
  expect(warned).toHaveLength(82);
  for (const port of warned) {
    const error: unknown = await fetch(`http://127.0.0.1:${port}`).catch((refused: unknown) => refused);
    expect([port, error]).toEqual([port, expect.objectContaining({ cause: new Error("bad port") })]);
  }
  expect(badPortWarning(6_000)).toBe(
    "browsers and fetch refuse port 6000, so they do not reach Saldo there; choose another one, such as 4400, with --port.",
  );
});
