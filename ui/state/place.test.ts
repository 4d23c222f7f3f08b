import { expect, test, vi } from "vitest";

test("naming the world keeps a place that the browser has not told of yet", async () => {
  const address = { hash: "#/time", origin: "http://127.0.0.1:4400", pathname: "/sandbox/ui/" };
  vi.stubGlobal("location", address);
  vi.stubGlobal("history", { replaceState: (_state: null, _title: string, url: string) => (address.hash = url) });
  vi.stubGlobal("addEventListener", () => {});
  const { nameWorld, place } = await import("./place.ts");
  address.hash = "#/withdrawals/wdr_1?at=28";
  nameWorld("payouts");
  expect(address.hash).toBe("#/w/payouts/withdrawals/wdr_1?at=28");
  expect(place.value).toEqual({ world: "payouts", screen: "withdrawals", query: { id: "wdr_1", at: "28" } });
  vi.unstubAllGlobals();
});
