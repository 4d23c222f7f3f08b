import { afterEach, describe, expect, it } from "vitest";
import { Courier, type CourierOptions } from "./courier.ts";
import { type Respond, startReceiver } from "./testing/receiver.ts";
import { requestTo } from "./testing/webhook-requests.ts";

let courier = new Courier();
afterEach(() => courier.close());

/** A receiver whose answers a test gives, and a courier for it; `send` hands over requests of a world. */
async function startSending(options: CourierOptions) {
  courier = new Courier(options);
  const open = new Map<string, Respond>();
  const receiver = await startReceiver((request, respond) => void open.set(request.body.toString(), respond));
  const sent = new Map<string, number>();
  const send = (worldId: string, count: number) => {
    for (let i = 0; i < count; i += 1) {
      const number = (sent.get(worldId) ?? 0) + 1;
      sent.set(worldId, number);
      void courier.deliver(requestTo(receiver.url, { worldId, body: `${worldId}${number}` }));
    }
  };
  const answer = (body: string) => open.get(body)?.("ok");
  const bodies = () => receiver.requests.map(({ body }) => body.toString());
  return { receiver, send, answer, bodies, [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose]() };
}

describe("attempts of several worlds", () => {
  it("are begun in turns: one world's many do not go before another world's few", async () => {
    await using sending = await startSending({ maxInFlight: 1, placeMs: 60_000 });
    sending.send("a", 4);
    sending.send("b", 2);
    sending.send("c", 1);
    for (const [begun, body] of ["a1", "a2", "b1", "c1", "a3", "b2", "a4"].entries()) {
      await sending.receiver.reached(begun + 1);
      expect(sending.bodies().at(-1)).toBe(body);
      sending.answer(body);
    }
  });

  it("never take the last places: half of them are for worlds with fewer than four under way", async () => {
    await using sending = await startSending({ maxInFlight: 24 });
    sending.send("a", 20);
    await sending.receiver.reached(12);
    for (const worldId of ["b", "c", "d"]) sending.send(worldId, 20);
    await sending.receiver.reached(24);
    const begun = Map.groupBy(sending.bodies(), (body) => body.charAt(0));
    expect([...begun].map(([worldId, { length }]) => [worldId, length])).toEqual([
      ["a", 12],
      ["b", 4],
      ["c", 4],
      ["d", 4],
    ]);
    // What becomes free above the half is for those who have little: "e" comes before all who waited longer.
    sending.send("e", 1);
    sending.answer("a1");
    await sending.receiver.reached(25);
    expect(sending.bodies().at(-1)).toBe("e1");
  });

  it("give a place up to a world without any: the oldest of the world with the most starts again later", async () => {
    courier = new Courier({ maxInFlight: 3, placeMs: 20 });
    const open: [string, Respond][] = [];
    await using receiver = await startReceiver(
      (request, respond) => void open.push([request.body.toString(), respond]),
    );
    const deliver = (worldId: string, body: string) => courier.deliver(requestTo(receiver.url, { worldId, body }));
    const first = deliver("a", "a1");
    await receiver.reached(1);
    const others = [deliver("b", "b1"), deliver("a", "a2")];
    await receiver.reached(3);
    // All places are taken by receivers that do not respond.
    const third = deliver("c", "c1");
    await receiver.reached(4);
    open[3]?.[1]("ok");
    expect(await third).toMatchObject({ httpStatus: 200 });
    // What was interrupted is made again, and its receiver decides how it ends.
    await receiver.reached(5);
    expect([open[3]?.[0], open[4]?.[0]]).toEqual(["c1", "a1"]);
    for (const index of [1, 2, 4]) open[index]?.[1]("ok");
    expect(await first).toMatchObject({ httpStatus: 200 });
    for (const other of await Promise.all(others)) expect(other).toMatchObject({ httpStatus: 200 });
  });

  it("end even if more worlds wait than there are places, and every receiver is slower than a place lasts", async () => {
    courier = new Courier({ maxInFlight: 3, placeMs: 10 });
    await using receiver = await startReceiver((_, respond) => void setTimeout(() => respond("ok"), 60));
    const worlds = Array.from({ length: 10 }, (_, index) => `w${index}`);
    const reports = await Promise.all(worlds.map((worldId) => courier.deliver(requestTo(receiver.url, { worldId }))));
    for (const report of reports) expect(report).toMatchObject({ httpStatus: 200 });
  });

  it("are under way in full for one that is alone", async () => {
    await using sending = await startSending({});
    sending.send("a", 64);
    await sending.receiver.reached(64);
  });
});
