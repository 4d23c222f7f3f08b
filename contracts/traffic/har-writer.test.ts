import { expect, test } from "vitest";
import { description } from "../judge/testing/described.ts";
import { recordingIn, recordingOf } from "./har.ts";
import type { Recorded } from "./har-file.ts";
import { harOf } from "./har-writer.ts";

function exchange(method: string, path: string, key: string, said: object | undefined, shown: object): Recorded {
  return {
    method,
    url: new URL(`https://api.acme.dev/v1${path}`),
    headers: { "x-api-key": key, "x-session": "5ec2e7-session", "content-type": "application/json" },
    body: said === undefined ? "" : JSON.stringify(said),
    askedAt: 1_001,
    answeredAt: 1_251,
    status: 200,
    responseHeaders: { "content-type": "application/json" },
    responseBody: JSON.stringify(shown),
  };
}

const confirmation = (key: string, otpCode: string) =>
  exchange("POST", "/account-balance/withdraw/confirm", key, { withdrawId: "wd_1", otpCode }, { status: "APPROVED" });

const exchanges = [
  exchange("GET", "/account-balance", "key-of-ana", undefined, { data: { balance: 1 } }),
  exchange("GET", "/account-balance?token=t0ken-in-query", "key-of-bia", undefined, { data: { balance: 2 } }),
  confirmation("key-of-ana", "481516"),
  confirmation("key-of-bia", "234281"),
  confirmation("key-of-bia", "481516"),
  confirmation("key-of-bia", "4815"),
  exchange("POST", "/webhook", "key-of-ana", { url: "https://a.dev" }, { data: { secret: "whsec_0123456789" } }),
  exchange("GET", "/account-balance/withdrawals", "key-of-ana", undefined, { data: [{ pixKey: "ana@acme.dev" }] }),
];

function written(): string {
  const recording = recordingIn(exchanges, { description });
  if (recording === undefined) throw new Error("nothing was recorded");
  return [...harOf(recording, description, "1.0.0")].join("");
}

test("what is written has no keys, codes, secrets and personal data", () => {
  const text = written();
  const secrets = ["key-of", "5ec2e7", "t0ken", "481516", "234281", "4815", "whsec_", "ana@acme"];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

test("what is written can be read again: which requests had the same key, and which the same code", () => {
  const { trace, url } = recordingOf(written(), { description });
  const calls = trace.filter((entry) => entry.kind === "call");
  expect([url, calls[0]?.askedAt, calls[0]?.answeredAt]).toEqual(["https://api.acme.dev/v1", 1_001, 1_251]);
  const [ana, bia] = ["account 1", "account 2"];
  expect(calls.map(({ account }) => account)).toEqual([ana, bia, ana, bia, bia, bia, ana, ana]);
  const codes = calls.flatMap(({ request }) => request.members.otpCode ?? []);
  expect(codes).toEqual(["000001", "000002", "000001", "0000"]);
});

test("what got no whole response is in the file with its reason, and is not judged", () => {
  const half = { ...exchange("GET", "/account-balance", "key-of-eva", undefined, {}), status: 0 };
  const failed = { ...half, responseBody: '{"secret":"whsec_987654321', failure: "it sent nothing for 120 s" };
  for (const all of [[failed], [...exchanges, failed]]) {
    const recording = recordingIn(all, { description, url: "https://api.acme.dev/v1" });
    if (recording === undefined) throw new Error("nothing was recorded");
    const text = [...harOf(recording, description, "1.0.0")].join("");
    expect(recording.trace.length).toBe(all.length === 1 ? 0 : recordingIn(exchanges, { description })?.trace.length);
    expect(text).toContain('"comment": "no whole response: it sent nothing for 120 s"');
    expect(["key-of-eva", "whsec_"].filter((secret) => text.includes(secret))).toEqual([]);
  }
});
