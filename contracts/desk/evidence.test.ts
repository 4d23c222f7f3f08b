import { expect, test } from "vitest";
import { Evidence } from "./evidence.ts";

const clause = "otp.required";
const passed = { method: "POST", path: "/webhook", headers: {}, body: Buffer.alloc(0) };

test("secrets go before a long body is cut, for half a document names nothing", async () => {
  const evidence = new Evidence([], []);
  const long = JSON.stringify({ pixKey: "maria@acme.dev", padding: "x".repeat(30_000) });
  const body = Buffer.from(long);
  await evidence.of(clause, undefined, { ...passed, body }, async () => ({ status: 200, headers: {}, body }));
  evidence.delivered(clause, { at: "2026-03-02T12:00:00.000Z", headers: {}, body: long, answered: 200 });
  const [exchange] = evidence.exchangesFor(clause);
  const [delivery] = evidence.deliveriesFor(clause);
  for (const shown of [exchange?.requestBody, exchange?.responseBody, delivery?.body]) {
    expect(shown).toMatch(/^\{"pixKey":"\[redacted\]","padding":"x+… \(\d+ characters\)$/);
    expect(shown?.length).toBeLessThan(20_100);
  }
});

test("why no answer came is told without secrets", async () => {
  const evidence = new Evidence(["acme-live-key"], []);
  await evidence.of(clause, undefined, passed, async () => ({ failure: "no-answer", reason: "bad acme-live-key" }));
  expect(evidence.exchangesFor(clause)[0]?.error).toBe("bad [redacted]");
});
