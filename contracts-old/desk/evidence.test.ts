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

test("of a long body only the beginning is kept, and no half of a secret that comes to be known later", async () => {
  const evidence = new Evidence([], []);
  const late = "key!".repeat(250).concat("end");
  const body = Buffer.from(late.repeat(60));
  await evidence.of(clause, undefined, passed, async () => ({ status: 200, headers: {}, body }));
  evidence.hide(late);
  const [exchange] = evidence.exchangesFor(clause);
  expect(exchange?.responseBody).toMatch(/^(\[redacted\])*… \(60180 characters\)$/);
});

test("what looks like a secret goes, whatever it is", async () => {
  const evidence = new Evidence([], []);
  evidence.hideLike(/key-\d+/g);
  const body = Buffer.from(JSON.stringify({ told: "key-12 and key-3", count: 4 }));
  await evidence.of(clause, undefined, { ...passed, body }, async () => ({ status: 200, headers: {}, body }));
  expect(evidence.exchangesFor(clause)[0]).toMatchObject({
    requestBody: '{"told":"[redacted] and [redacted]","count":4}',
    responseBody: '{"told":"[redacted] and [redacted]","count":4}',
  });
});
