import { describe, expect, it } from "vitest";
import type { Behaviour } from "../../src/outbound/testing/receiver.ts";
import { type Account, hookHost } from "./account.ts";
import { later, second, startAt, startHookedSandbox } from "./checked-sandbox.ts";
import { numberOf, only } from "./json-reading.ts";
import { headerOf, readDelivery } from "./received-delivery.ts";

describe("an advance", () => {
  it("by 75 s makes all five attempts, and answers when they are done", async () => {
    await using sandbox = await startHookedSandbox(500);
    const { account, receiver } = sandbox;
    const { webhookId } = await account.webhook(["withdraw.completed"]);
    await account.settings({ settlement: { delay: "PT5S" } });
    await account.openConfirmed(1_000);
    const advanced = await account.advance({ by: "PT80S" });
    expect(receiver.requests).toHaveLength(5);
    expect(advanced.at("attempts")).toEqual({ made: 5, succeeded: 0, failed: 5 });
    expect(advanced.at("to")).toBe(later(startAt, 80 * second));
    expect(await account.dashboard(webhookId)).toMatchObject({ deactivatedAt: later(startAt, 80 * second) });
  });

  it("waits for an answer that takes its time, and no time of the world passes meanwhile", async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
    await using sandbox = await startHookedSandbox(async (_request, respond) => {
      ask();
      await mayAnswer;
      respond(204);
    });
    const { account } = sandbox;
    await account.webhook(["charge.expired"]);
    await account.charge({ total: 100, expiresIn: "PT5S" });
    let answered = false;
    const advancing = account.advance({ by: "PT10S" }).finally(() => {
      answered = true;
    });
    await asked;
    // The world answers meanwhile, and its time is that of the attempt.
    expect(await account.now()).toBe(later(startAt, 5 * second));
    expect(await account.balance()).toBe(150_000);
    expect((await sandbox.ask("POST", "/sandbox/clock/advance", { by: "PT1S" })).at("code")).toBe("CLOCK_BUSY");
    expect(answered).toBe(false);
    letAnswer();
    expect((await advancing).at("attempts")).toEqual({ made: 1, succeeded: 1, failed: 0 });
    expect(only(await account.deliveries()).attempts).toMatchObject([{ at: later(startAt, 5 * second) }]);
    expect(await account.now()).toBe(later(startAt, 10 * second));
  });

  it("a receiver may call the sandbox back, and sees the instant of the attempt", async () => {
    const seen: unknown[] = [];
    let account: Account | undefined;
    await using sandbox = await startHookedSandbox(async (request, respond) => {
      if (account === undefined) return respond(500);
      const { event, timestamp } = readDelivery(request);
      const balance = await account.balance();
      if (event === "charge.expired") await account.charge({ total: 700, paid: true });
      seen.push([event, timestamp, await account.now(), balance]);
      return respond(event === "charge.expired" && seen.length === 1 ? 500 : "ok");
    });
    account = sandbox.account;
    await account.webhook(["charge.expired", "charge.paid"]);
    await account.charge({ total: 100, expiresIn: "PT10S" });
    const advanced = await account.advance({ by: "PT1M" });
    const [first, retry] = [later(startAt, 10 * second), later(startAt, 15 * second)];
    expect(seen).toEqual([
      ["charge.expired", first, first, 150_000],
      ["charge.paid", first, first, 150_700],
      ["charge.expired", retry, retry, 150_700],
      ["charge.paid", retry, retry, 151_400],
    ]);
    expect(advanced.at("attempts")).toEqual({ made: 4, succeeded: 3, failed: 1 });
    expect((await account.told("charge.paid")).slice(-2)).toMatchObject([{ paidAt: first }, { paidAt: retry }]);
  });

  it("a receiver that does not answer keeps no other webhook waiting", async () => {
    const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
    await using sandbox = await startHookedSandbox(async ({ path }, respond) => {
      if (path === "/slow") await mayAnswer;
      respond("ok");
    });
    const { account, receiver } = sandbox;
    for (const path of ["/slow", "/fast"]) await account.webhook(["charge.expired"], `https://${hookHost}${path}`);
    await account.charge({ total: 100, expiresIn: "PT1S" });
    const advancing = account.advance({ by: "PT1S" });
    await receiver.reached(2);
    letAnswer();
    expect((await advancing).at("attempts")).toEqual({ made: 2, succeeded: 2, failed: 0 });
  });

  it("stops where receivers keep making each other something to do, and says so; the world goes on", async () => {
    let account: Account | undefined;
    const echo: Behaviour = async (_request, respond) => {
      await account?.charge({ total: 1 });
      respond("ok");
    };
    await using sandbox = await startHookedSandbox();
    account = sandbox.account;
    const { ask, receiver } = sandbox;
    await account.webhook(["charge.pending", "charge.expired"]);
    await account.charge({ total: 100, expiresIn: "PT1S" });
    await account.quiet();
    receiver.behave(echo);
    const refused = await ask("POST", "/sandbox/clock/advance", { by: "PT10S" });
    expect(refused.status).toBe(422);
    expect(refused.at("code")).toBe("AGENDA_DOES_NOT_SETTLE");
    expect(await account.now()).toBe(later(startAt, second));
    receiver.behave("ok");
    expect((await account.advance({ by: "PT10S" })).at("to")).toBe(later(startAt, 11 * second));
    expect(await account.deliveries("state=PENDING")).toEqual([]);
  });

  it("50 webhooks and 200 events: each webhook is told each of its events once, in order", async () => {
    await using sandbox = await startHookedSandbox();
    const { account, ask, receiver } = sandbox;
    const kinds = ["charge.expired", "subscription.charge.paid"] as const;
    const paths = Array.from({ length: 50 }, (_, i) => `/hooks/${i}`);
    for (const [i, path] of paths.entries()) await account.webhook([kinds[i % 2] ?? ""], `https://${hookHost}${path}`);
    const billed = await account.subscription({ amountCents: 100, interval: "P1D" });
    await ask("POST", `/sandbox/subscriptions/${billed}/authorize`);
    // Half of the expiries are at the instant of a billing.
    for (let i = 1; i <= 100; i += 1) await account.charge({ total: i, expiresIn: `PT${12 * i}H` });
    const advanced = await account.advance({ by: "P100D" });
    expect(advanced.at("attempts")).toEqual({ made: 5_000, succeeded: 5_000, failed: 0 });
    const since = numberOf(advanced, "fromPosition");
    const happened = (await account.events()).filter((e) => Number(e.position) > since && e.type !== "TimeReached");
    expect(advanced.at("firedTotal")).toBe(happened.length);
    expect(receiver.requests).toHaveLength(5_000);
    const raised = (await account.notifications()).map((told) => JSON.stringify(told));
    for (const [i, path] of paths.entries()) {
      const told = receiver.requests.filter((request) => request.path === path).map((request) => readDelivery(request));
      const wanted = raised.filter((text) => text.startsWith(`{"event":"${kinds[i % 2]}"`));
      expect(wanted).toHaveLength(100);
      expect([path, told.map(({ text }) => text)]).toEqual([path, wanted]);
      expect(new Set(told.map(({ deliveryId }) => deliveryId)).size).toBe(100);
    }
    expect(new Set(receiver.requests.map((request) => headerOf(request, "x-webhook-delivery"))).size).toBe(5_000);
  });
});

describe("requests", () => {
  it("a hundred at once: each charge is told once, though not all attempts fit under way at a time", async () => {
    await using sandbox = await startHookedSandbox();
    const { account, receiver } = sandbox;
    await account.webhook(["charge.pending"]);
    const made = await Promise.all(Array.from({ length: 100 }, (_, i) => account.charge({ total: i + 1 })));
    await account.quiet();
    const told = receiver.requests.map((request) => String(readDelivery(request).data.chargeId));
    expect(told.sort()).toEqual(made.sort());
    expect(await account.deliveries("state=DELIVERED&limit=1000")).toHaveLength(100);
  });

  it("a receiver may delete the webhook that calls it: that attempt is recorded, and is the last", async () => {
    let remove = async (): Promise<unknown> => undefined;
    await using sandbox = await startHookedSandbox(async (_request, respond) => {
      await remove();
      respond(500);
    });
    const { account, ask, receiver } = sandbox;
    const { webhookId } = await account.webhook(["charge.expired"]);
    remove = () => ask("DELETE", `/sandbox/webhooks/${webhookId}`);
    await account.charge({ total: 100, expiresIn: "PT1S" });
    const advanced = await account.advance({ by: "PT5M" });
    expect(advanced.at("attempts")).toEqual({ made: 1, succeeded: 0, failed: 1 });
    expect(receiver.requests).toHaveLength(1);
    expect(await account.deliveries()).toMatchObject([{ state: "CANCELLED", nextAttemptAt: null, attempts: [{}] }]);
  });
});
