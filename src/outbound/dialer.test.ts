import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { Courier } from "./courier.ts";
import { startReceiver } from "./testing/receiver.ts";
import { reported } from "./testing/reported.ts";
import { requestRoutedTo, requestTo } from "./testing/webhook-requests.ts";

const strict = { webhookUrls: "strict" } as const;
const loopback: LookupAddress = { address: "127.0.0.1", family: 4 };
/** A public address, in a family that no socket has: the check lets it pass, and no stranger is ever connected to. */
const publicAddress: LookupAddress = { address: "198.41.0.4", family: 5 };

let courier = new Courier();
afterEach(() => courier.close());

/** From now on names resolve to these, one list for one look-up, the last for all that follow. */
function resolveTo(...answers: readonly (readonly LookupAddress[])[]): { readonly asked: string[] } {
  const asked: string[] = [];
  const answering: LookupFunction = (hostname, _options, callback) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    process.nextTick(callback, null, [...answer]);
  };
  courier = new Courier({ lookup: answering });
  return { asked };
}

describe("a strict world", () => {
  it.each([
    ["127.0.0.1", "127.0.0.1 is a loopback address"],
    ["127.1", "127.0.0.1 is a loopback address"],
    ["0x7f000001", "127.0.0.1 is a loopback address"],
    ["[::1]", "::1 is a loopback address"],
    ["[::ffff:127.0.0.1]", "is a loopback address"],
    ["0.0.0.0", "0.0.0.0 is an unspecified address"],
  ])("never connects to the address %s", async (host, reason) => {
    const { asked } = resolveTo([loopback]);
    await using receiver = await startReceiver();

    const report = await reported(courier.deliver(requestTo(`http://${host}:${receiver.port}/`, strict)));

    expect(report).toMatchObject({ httpStatus: null, failure: "ADDRESS_REFUSED" });
    expect(report.error).toContain(`${reason}, and the URL policy refuses that; `);
    expect(asked).toEqual([]);
    expect(receiver.connections).toBe(0);
  });

  it("never connects to a name that resolves to a special address", async () => {
    resolveTo([loopback]);
    await using receiver = await startReceiver();

    const report = await reported(courier.deliver(requestTo(`http://hooks.acme.dev:${receiver.port}/`, strict)));

    expect(report).toMatchObject({ httpStatus: null, failure: "ADDRESS_REFUSED" });
    expect(report.error).toBe(
      "hooks.acme.dev resolves to 127.0.0.1, a loopback address, and the URL policy refuses that; to reach a receiver of " +
        "your own, add a route for its host with PUT /sandbox/routes, or switch the policy off with the setting " +
        'webhookUrls: "any".',
    );
    expect(receiver.connections).toBe(0);
  });

  it("refuses a name for one bad address among good ones, wherever it stands", async () => {
    await using receiver = await startReceiver();
    const url = `http://hooks.acme.dev:${receiver.port}/`;

    for (const answer of [
      [loopback, publicAddress],
      [publicAddress, loopback],
    ]) {
      resolveTo(answer);
      expect(await courier.deliver(requestTo(url, strict))).toMatchObject({ failure: "ADDRESS_REFUSED" });
      await courier.close();
    }
    expect(receiver.connections).toBe(0);
  });

  it("checks at every connection, whatever the name led to before", async () => {
    const { asked } = resolveTo([publicAddress], [loopback], [publicAddress]);
    await using receiver = await startReceiver();
    const request = requestTo(`http://hooks.acme.dev:${receiver.port}/`, strict);

    const failures = [];
    for (let times = 0; times < 3; times += 1) failures.push((await courier.deliver(request))?.failure);

    expect(failures).toEqual(["UNREACHABLE", "ADDRESS_REFUSED", "UNREACHABLE"]);
    expect(asked).toHaveLength(3);
    expect(receiver.connections).toBe(0);
  });

  it("sends nothing on a connection that leads elsewhere than was looked up", async () => {
    let reads = 0;
    const turncoat = {
      family: 4,
      get address() {
        reads += 1;
        return reads === 1 ? publicAddress.address : loopback.address;
      },
    };
    resolveTo([turncoat]);
    await using receiver = await startReceiver();

    const report = await reported(courier.deliver(requestTo(`http://hooks.acme.dev:${receiver.port}/`, strict)));

    expect(report).toMatchObject({ httpStatus: null, failure: "ADDRESS_REFUSED" });
    expect(receiver.requests).toHaveLength(0);
  });

  it("never uses a connection that a world without the policy opened", async () => {
    resolveTo([loopback]);
    await using receiver = await startReceiver();
    const url = `http://hooks.acme.dev:${receiver.port}/`;

    expect(await courier.deliver(requestTo(url))).toMatchObject({ httpStatus: 200 });
    expect(await courier.deliver(requestTo(url, strict))).toMatchObject({ failure: "ADDRESS_REFUSED" });
    expect(receiver).toMatchObject({ connections: 1, requests: { length: 1 } });
  });

  it("reaches what it routes, at any address", async () => {
    resolveTo([loopback]);
    await using receiver = await startReceiver();

    expect(await courier.deliver(requestRoutedTo(receiver.url))).toMatchObject({ httpStatus: 200 });
    expect(await courier.deliver(requestRoutedTo(`http://receiver.internal:${receiver.port}`))).toMatchObject({
      httpStatus: 200,
    });
    const literal = requestTo("http://127.0.0.1:1/", {
      ...strict,
      routes: [{ host: "127.0.0.1", target: receiver.url }],
    });
    expect(await courier.deliver(literal)).toMatchObject({ httpStatus: 200 });
  });
});
