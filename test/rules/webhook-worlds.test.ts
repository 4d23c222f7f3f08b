import { describe, expect, it } from "vitest";
import { type Behaviour, startReceiver } from "../../src/outbound/testing/receiver.ts";
import { hookHost } from "./account.ts";
import { type CheckedSandbox, second, startCheckedSandbox, startHookedSandbox } from "./checked-sandbox.ts";
import { only } from "./json-reading.ts";
import { readDelivery } from "./received-delivery.ts";

describe("a running world", () => {
  it("delivers and tries again by itself, without anybody asking", async () => {
    const clock = { mode: "running", rate: 1_000 } as const;
    await using sandbox = await startHookedSandbox([500, 500, "ok"], { clock });
    const { account, receiver } = sandbox;
    const { webhookId } = await account.webhook(["charge.expired"]);
    await account.charge({ total: 100, expiresIn: "PT20S" });
    await receiver.reached(3);
    await account.quiet();
    const received = receiver.requests.map((request) => readDelivery(request));
    const [one = 0, two = 0, three = 0] = received.map(({ timestamp }) => Date.parse(timestamp));
    expect(one).toBeGreaterThanOrEqual(Date.parse(String(received[0]?.told.timestamp)));
    expect(two - one).toBeGreaterThanOrEqual(5 * second);
    expect(three - two).toBeGreaterThanOrEqual(10 * second);
    expect(new Set(received.map(({ deliveryId, text }) => deliveryId + text)).size).toBe(1);
    expect((await account.log(webhookId)).map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [3, "SUCCESS"],
      [2, "FAILURE"],
      [1, "FAILURE"],
    ]);
    expect(only(await account.deliveries()).state).toBe("DELIVERED");
  });
});

describe("worlds with one receiver", () => {
  /** What a receiver answers depends on what it is told, never on whom it was told by or when; how fast depends on both. */
  const capricious = (): Behaviour => {
    let arrivals = 0;
    return (request, respond) => {
      const { told, timestamp } = readDelivery(request);
      const age = Date.parse(timestamp) - Date.parse(String(told.timestamp));
      const status = request.path === "/never" || age < 15 * second ? 503 : 204;
      arrivals += 1;
      setTimeout(respond, (arrivals * 7) % 5, status);
    };
  };

  async function script({ account, ask }: CheckedSandbox, routes: Record<string, string>): Promise<void> {
    await account.routes(routes);
    for (const path of ["/a", "/b", "/never"]) {
      await account.webhook(["charge.expired", "withdraw.completed"], `https://${hookHost}${path}`);
    }
    for (let i = 1; i <= 20; i += 1) await account.charge({ total: i, expiresIn: `PT${1 + (i % 5)}S` });
    await account.openConfirmed(10_000);
    await account.advance({ by: "PT30S" });
    await ask("PATCH", "/sandbox/company", { automaticWithdrawal: { at: "06:00" } });
    await account.advance({ by: "P3D" });
  }

  /** The history as it is on the wire. */
  async function historyOf({ url, apiKey, ask }: CheckedSandbox): Promise<string> {
    expect((await ask("GET", "/sandbox/events?limit=1000")).at("next")).toBe(null);
    const answer = await fetch(`${url}/sandbox/events?limit=1000`, { headers: { "x-api-key": apiKey } });
    return answer.text();
  }

  it("have each the history that it would have alone", async () => {
    await using receiver = await startReceiver(capricious());
    const routes = { [hookHost]: receiver.url };
    await using alone = await startCheckedSandbox({ seed: "twin" });
    await script(alone, routes);
    const attemptsAlone = receiver.requests.length;
    await using one = await startCheckedSandbox({ seed: "twin" });
    await using two = await startCheckedSandbox({ seed: "twin" });
    await Promise.all([script(one, routes), script(two, routes)]);
    const history = await historyOf(alone);
    expect(await historyOf(one)).toBe(history);
    expect(await historyOf(two)).toBe(history);
    expect(receiver.requests).toHaveLength(3 * attemptsAlone);
    expect(history.match(/"type":"AttemptRecorded"/g)).toHaveLength(attemptsAlone);
    expect(history).toContain('"type":"WebhookDeactivated"');
  });

  it("tell their receivers of themselves only, each with secrets of its own", async () => {
    await using receiver = await startReceiver();
    await using one = await startCheckedSandbox({ seed: "one" });
    await using two = await startCheckedSandbox({ seed: "two" });
    for (const { account } of [one, two]) await account.routes({ [hookHost]: receiver.url });
    const hooks = [await one.account.webhook(["charge.paid"]), await two.account.webhook(["charge.paid"])];
    await one.account.charge({ total: 100, paid: true });
    await one.account.quiet();
    await two.account.quiet();
    expect(receiver.requests).toHaveLength(1);
    expect(hooks[0]?.secret).not.toBe(hooks[1]?.secret);
    expect(await two.account.deliveries()).toEqual([]);
  });

  it("that are deleted end what they have under way, and others go on", async () => {
    await using receiver = await startReceiver("silent");
    await using gone = await startCheckedSandbox();
    await using other = await startCheckedSandbox();
    for (const { account } of [gone, other]) {
      await account.routes({ [hookHost]: receiver.url });
      await account.testWebhook((await account.webhook(["charge.paid"])).webhookId);
    }
    await receiver.reached(2);
    const worldId = (await gone.ask("GET", "/sandbox/world")).text("worldId");
    expect((await gone.as(null)("DELETE", `/sandbox/worlds/${worldId}`)).status).toBe(204);
    expect(await other.account.deliveries()).toMatchObject([{ state: "PENDING", attempts: [] }]);
  });
});
