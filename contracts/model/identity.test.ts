import { expect, test } from "vitest";
import type { Call } from "../trace/trace.ts";
import { historyReadings } from "./history.ts";
import { Identities } from "./identity.ts";
import { logEntries, statusesOf } from "./log.ts";

function history(...records: readonly object[]): Call {
  return {
    kind: "call",
    story: "",
    account: "own",
    credential: "own",
    operationId: "listWithdrawals",
    request: { method: "GET", path: "/", members: {} },
    askedAt: 1,
    answeredAt: 2,
    response: { status: 200, headers: {}, text: "", json: { items: records } },
  };
}

const record = (id: string, endToEndId: string | null) => ({ id, pix: { key: "ana@acme.dev1" }, endToEndId });

test("an event says of which withdrawal it is by any text that the history gives that one alone", () => {
  const trace = [
    history(record("W-1", null)),
    history(record("W-1", "E4182-a"), record("W-2", "E4182-b")),
    history(record("A-77", "E4182-c"), record("W-2", "E4182-b"), record("W-1", "E4182-a")),
  ];
  const own = ["W-1", "W-2"].map((id) => ({ id, account: "own" }));
  const identities = new Identities(historyReadings(trace, own), own);
  const told = (body: object) => [...identities.toldIn("own", body)];
  expect(told({ data: { endToEndId: "E4182-b" } })).toEqual(["W-2"]);
  expect(told({ data: { endToEndId: "E4182-c" } }).map((name) => identities.namesOf("own", name).has("A-77"))).toEqual([
    true,
  ]);
  expect(told({ data: { pix: "ana@acme.dev1" } })).toEqual([]);
  expect(identities.namesOf("own", "W-1").has("E4182-a")).toBe(true);
});

test("a log has an entry for each delivery, whatever lists are in them", () => {
  const attempts = [500, 503, 504, 501, 507].map((http_status, n) => ({ n, http_status }));
  const entries = logEntries({
    result: {
      deliveries: [
        { id: "d1", attempts },
        { id: "d2", attempts: [{ n: 0, http_status: 200 }] },
      ],
    },
  });
  expect(entries.map((entry) => statusesOf(entry, "attempts.http_status"))).toEqual([[500, 503, 504, 501, 507], [200]]);
});
