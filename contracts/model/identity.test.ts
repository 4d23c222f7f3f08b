import { expect, test } from "vitest";
import { historyReadings } from "./history.ts";
import { Identities } from "./identity.ts";
import { called } from "./testing/told.ts";

const history = (...items: readonly object[]) => called("listWithdrawals", {}, 200, { items });
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
