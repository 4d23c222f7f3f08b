import { describe, expect, it } from "vitest";
import { type Behaviour, startReceiver } from "../../src/outbound/testing/receiver.ts";
import { hookHost } from "./account.ts";
import { type CheckedSandbox, second, startCheckedSandbox } from "./checked-sandbox.ts";
import { readDelivery } from "./received-delivery.ts";

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
});
