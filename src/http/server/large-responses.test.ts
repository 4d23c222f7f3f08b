import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { quiet } from "../../engine/testing/waiting.ts";
import { Unavailable } from "../../engine/unavailable.ts";
import { unwatchedMemory } from "../../engine/world/memory.ts";
import { type LargeResponseLimits, LargeResponses } from "./large-responses.ts";
import { UnsentResponses } from "./unsent-responses.ts";

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()));

/** A response of which the client has not taken some bytes. */
function unread(bytes: number): ServerResponse {
  const response = newResponse();
  Object.defineProperty(response, "writableLength", { value: bytes });
  return response;
}

/** Responses that are made when the test says so, and those whose making has begun. */
function makes(limits: Partial<LargeResponseLimits> = {}, memory = unwatchedMemory, unsent = new UnsentResponses()) {
  const large = new LargeResponses(memory, unsent, limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const make = (name: string, response = newResponse()) =>
    Promise.resolve(
      large.inTurn(name.charAt(0), response, () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      }),
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await quiet();
  };
  return { large, begun, make, end };
}

test("a few large responses are made at a time, in rotation over the worlds", async () => {
  const { begun, make, end } = makes({ maxMade: 2 });
  const made = ["a1", "a2", "a3", "b1", "c1", "b2"].map((name) => make(name));
  await quiet();
  expect(begun).toEqual(["a1", "b1"]);
  await end("a1");
  expect(begun).toEqual(["a1", "b1", "a2"]);
  await end("b1");
  expect(begun).toEqual(["a1", "b1", "a2", "c1"]);
  await end("a2");
  await end("c1");
  expect(begun).toEqual(["a1", "b1", "a2", "c1", "b2", "a3"]);
  await end("a3");
  await end("b2");
  expect(await Promise.all(made)).toEqual(["a1", "a2", "a3", "b1", "c1", "b2"]);
});

test("while the memory is full, one is made at a time", async () => {
  const memory = { isFull: true };
  const { begun, make, end } = makes({}, memory);
  const made = ["a", "b", "c"].map((name) => make(name));
  await quiet();
  expect(begun).toEqual(["a"]);
  memory.isFull = false;
  await end("a");
  expect(begun).toEqual(["a", "b", "c"]);
  await end("b");
  await end("c");
  await Promise.all(made);
});

test("while too many bytes have not left, no further one is made", async () => {
  const unsent = new UnsentResponses({ maxBytes: 100_000 });
  const { begun, make, end } = makes({}, unwatchedMemory, unsent);
  const other = makes({}, unwatchedMemory, unsent);
  const [first, second] = [unread(60_000), unread(60_000)];
  unsent.leaves("a", first);
  unsent.leaves("a", unread(1_000));
  const made = [make("a")];
  await quiet();
  expect(begun).toEqual(["a"]);
  unsent.leaves("a", second);
  made.push(make("b"), other.make("c"));
  await quiet();
  expect([begun, other.begun]).toEqual([["a"], []]);
  first.emit("close");
  await quiet();
  expect([begun, other.begun]).toEqual([["a", "b"], ["c"]]);
  await end("a");
  await end("b");
  await other.end("c");
  await Promise.all(made);
});

test("one that waited too long is refused, and one whose client is gone is never made", async () => {
  const { begun, make, end } = makes({ maxMade: 1, maxWaitMs: 20 });
  const first = make("a");
  const response = newResponse();
  const left = make("b", response);
  response.emit("close");
  await expect(left).rejects.toThrow(Unavailable);
  await expect(make("c")).rejects.toThrow("other large responses are being sent; try again");
  expect(begun).toEqual(["a"]);
  await end("a");
  expect(await first).toBe("a");
});

test("while others wait for room, what has been leaving for long is ended", async () => {
  const unsent = new UnsentResponses({ maxBytes: 100_000, maxLeavingMs: 0 });
  const { begun, make, end } = makes({}, unwatchedMemory, unsent);
  unsent.leaves("a", unread(200_000));
  const made = make("a");
  await quiet();
  expect(begun).toEqual(["a"]);
  await end("a");
  expect(await made).toBe("a");
});

test("a world of which nothing is leaving gets room at the cost of the one with the most bytes", async () => {
  const unsent = new UnsentResponses({ maxBytes: 100_000, maxLeavingOfMostMs: 0 });
  const { begun, make, end } = makes({}, unwatchedMemory, unsent);
  const [ofOther, oldest, newest] = [unread(30_000), unread(40_000), unread(40_000)];
  unsent.leaves("b", ofOther);
  for (const response of [oldest, newest]) unsent.leaves("a", response);
  const ofMost = make("a");
  await quiet();
  expect(begun).toEqual([]);
  const made = make("c");
  await quiet();
  expect([ofOther, oldest, newest].map(({ destroyed }) => destroyed)).toEqual([false, true, false]);
  expect(begun.toSorted()).toEqual(["a", "c"]);
  await end("a");
  await end("c");
  await Promise.all([made, ofMost]);
});

test("a making that fails gives its place back", async () => {
  const { large, make, end } = makes({ maxMade: 1 });
  const fail = () => {
    throw new Error("the list");
  };
  expect(() => large.inTurn("a", newResponse(), fail)).toThrow("the list");
  await expect(large.inTurn("a", newResponse(), async () => fail())).rejects.toThrow("the list");
  const made = make("b");
  await quiet();
  await end("b");
  expect(await made).toBe("b");
});

test("after some milliseconds of making, other requests get a slice before the next one is made", async () => {
  const large = new LargeResponses(unwatchedMemory, new UnsentResponses());
  const order: string[] = [];
  const make = (name: string) => {
    const end = performance.now() + 6;
    while (performance.now() < end);
    order.push(name);
  };
  const made = ["a", "b"].map((name) => large.inTurn(name, newResponse(), () => make(name)));
  setImmediate(() => order.push("another request"));
  await Promise.all(made);
  expect(order[0]).toBe("a");
  expect(order.at(-1)).toBe("b");
});
