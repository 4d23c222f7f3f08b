import { expect, test } from "vitest";
import { pathSegment, pathWith } from "./path-segment.ts";
import { SaldoClient } from "./saldo-client.ts";

test.each(["", ".", "..", "../x", "a/..", "a\\..\\b", "%2e%2E", "%252e.", "..;v=1", " ..", "%2e%2e%3bx", "\ud800"])(
  "%j is no part of a path",
  (text) => expect(() => pathSegment(text)).toThrow("cannot be part of a path"),
);

test("every other text is one segment, encoded", () => {
  expect(pathWith("/charges/{chargeId}/pay", () => "a/b ..c?#%")).toBe("/charges/a%2Fb%20..c%3F%23%25/pay");
});

test.each([[undefined], [null], [{}], [["a"]]])(
  "%j is no part of a path, and is not looked for by its name",
  (value) => {
    expect(() => pathWith("/charges/{chargeId}", () => value)).toThrow("chargeId cannot be part of a path: it is ");
  },
);

test("the typed client sends no request to another path", async () => {
  const asked: string[] = [];
  const fetch = async (request: Request) => {
    asked.push(request.url);
    return new Response("{}");
  };
  const saldo = new SaldoClient({ url: "http://127.0.0.1:1", apiKey: "key", fetch });
  await expect(saldo.control.DELETE("/worlds/{worldId}", { params: { path: { worldId: ".." } } })).rejects.toThrow(
    'the text ".." cannot be part of a path',
  );
  await saldo.control.DELETE("/worlds/{worldId}", { params: { path: { worldId: "w/1" } } });
  expect(asked).toEqual(["http://127.0.0.1:1/sandbox/worlds/w%2F1"]);
});
