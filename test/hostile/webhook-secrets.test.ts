import { expect, test } from "vitest";
import type { Answer } from "../../src/client/answer.ts";
import type { Ask } from "../../src/client/connection.ts";
import { holdTimers } from "../../src/outbound/testing/held-timers.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { Account, hookHost } from "../rules/account.ts";
import { startCheckedSandbox } from "../rules/checked-sandbox.ts";
import { Recorder } from "../rules/recorder.ts";

const key = "whsec_[0-9a-f]{48}";

/** Everything that can be done with a webhook, with successes and refusals; ends with everything that can be read. */
async function longSession(account: Account, ask: Ask): Promise<string> {
  const { webhookId, secret } = await account.webhook(["charge.paid", "charge.pending"]);
  const answers: Answer[] = [];
  const note = async (asked: Promise<Answer>) => answers.push(await asked);
  await account.charge({ total: 1_000, paid: true });
  await account.testWebhook(webhookId);
  await account.advance({ by: "PT10M" });
  expect((await account.dashboard(webhookId)).active).toBe(false);
  await note(ask("POST", `/webhook/${webhookId}/test`));
  await note(ask("POST", `/sandbox/webhooks/${webhookId}/reactivate`));
  await note(ask("POST", `/sandbox/webhooks/${webhookId}/reactivate`));
  await note(ask("PATCH", `/sandbox/webhooks/${webhookId}`, { name: "Renamed" }));
  await note(ask("PATCH", `/sandbox/webhooks/${webhookId}`, { url: "http://localhost/" }));
  await note(ask("PATCH", `/sandbox/webhooks/${webhookId}`, { secret }));
  await note(ask("PATCH", `/sandbox/webhooks/${webhookId}`, { events: [secret] }));
  await note(ask("POST", "/webhook", { url: "http://10.0.0.1/", name: "Other", events: ["charge.paid"] }));
  for (const method of ["PUT", "PATCH", "DELETE"]) await note(ask(method, `/webhook/${webhookId}`));
  const [{ deliveryId } = {}] = await account.deliveries();
  await note(ask("POST", `/sandbox/deliveries/${deliveryId}/redeliver`));
  await account.testWebhook(webhookId);
  await account.quiet();
  for (const path of ["/webhook", `/webhook/${webhookId}/logs`, "/webhook/events", "/account-balance"])
    await ask("GET", path);
  for (const path of ["world", "clock", "agenda", "ledger", "settings", "company", "charges", "inbox", "routes"]) {
    await ask("GET", `/sandbox/${path}`);
  }
  await ask("GET", "/sandbox/deliveries?limit=1000");
  await ask("GET", "/sandbox/webhooks");
  await account.events();
  await ask("DELETE", `/sandbox/webhooks/${webhookId}`);
  await ask("GET", `/webhook/${webhookId}/logs`);
  await account.events();
  expect(answers.map(({ status }) => status)).toEqual([409, 200, 200, 200, 422, 400, 422, 422, 403, 403, 403, 202]);
  return secret;
}

test("a webhook's secret stands in the answer of its creation and where the dashboard shows it, and nowhere else", async () => {
  const recorder = new Recorder();
  const log: string[] = [];
  const trouble: unknown[] = [];
  using time = holdTimers(47_011);
  // What comes back from a receiver is kept; so it tells what it was sent, and fails in every other way too.
  await using receiver = await startReceiver(({ headers, rawHeaders, path, body }, respond) => {
    const said = [JSON.stringify(headers), rawHeaders.join("\n"), path, body].join("\n");
    recorder.heard.push({ where: "the receiver", said });
    const told = { status: 500, body: JSON.stringify({ headers, body: body.toString() }) };
    const moved = { ...told, status: 302, headers: { location: `/${headers["x-webhook-signature"]}` } };
    const answer =
      ([told, "silent", moved, "half-answer", "close-at-once"] as const)[receiver.requests.length % 5] ?? told;
    respond(answer);
    if (answer === "silent") time.end();
  });
  await using sandbox = await startCheckedSandbox({
    requestLog: (entry) => void log.push(JSON.stringify(entry)),
    onTrouble: (_worldId, error) => void trouble.push(error),
  });
  const ask = recorder.listen(sandbox.ask);
  const account = new Account(ask);
  await sandbox.routes.set({ [hookHost]: receiver.url });
  await account.settings({ webhookTimeout: "PT47.011S" });
  const secret = await longSession(account, ask);
  expect(secret).toMatch(new RegExp(`^${key}$`));
  expect(recorder.sayings(secret)).toEqual([
    "GET /sandbox/webhooks 200",
    "PATCH /sandbox/webhooks/{id} 200",
    // A client that gives it as the name of an event is told what was given.
    "PATCH /sandbox/webhooks/{id} 422",
    "POST /sandbox/webhooks/{id}/reactivate 200",
    "POST /webhook 201",
  ]);
  expect(recorder.sayings(secret.slice("whsec_".length))).toEqual(recorder.sayings(secret));
  expect(receiver.requests.length).toBeGreaterThan(8);
  expect(recorder.heard.length).toBeGreaterThan(50);
  expect(log.length).toBeGreaterThan(30);
  expect(log.filter((line) => line.includes(secret))).toEqual([]);
  expect(trouble).toEqual([]);
});
