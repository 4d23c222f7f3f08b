import { describe, expect, it } from "vitest";
import { hookUrl } from "./account.ts";
import { startAt, startCheckedSandbox, startHookedSandbox } from "./checked-sandbox.ts";
import { rowsOf } from "./json-reading.ts";
import { isSigned, readDelivery } from "./received-delivery.ts";

/** In the order of the document's table. */
const documentedEvents = [
  "charge.pending",
  "charge.processing",
  "charge.paid",
  "charge.expired",
  "charge.received",
  "subscription.authorized",
  "subscription.rejected",
  "subscription.charge.paid",
  "subscription.charge.failed",
  "withdraw.completed",
  "dispute.chargeback",
];

const terms = { url: hookUrl, name: "Pagamentos ção 💸", events: ["charge.paid", "withdraw.completed"] };

describe.each(["", "/v1"])("webhooks under the prefix '%s'", (prefix) => {
  it("are created active, and their secret is in that answer and in no other of the interface", async () => {
    await using sandbox = await startHookedSandbox();
    const { account, ask } = sandbox;
    const made = await ask("POST", `${prefix}/webhook`, terms);
    expect(made.status).toBe(201);
    expect(made.at("data")).toMatchObject({ ...terms, active: true, createdAt: startAt });
    const webhookId = made.text("data.webhookId");
    const secret = made.text("data.secret");
    expect(secret.length).toBeGreaterThanOrEqual(32);
    await account.charge({ total: 100, paid: true });
    const answers = [
      await ask("POST", `${prefix}/webhook/${webhookId}/test`),
      await account.advance({ by: "PT0S" }),
      await ask("GET", `${prefix}/webhook`),
      await ask("GET", `${prefix}/webhook/${webhookId}/logs`),
      await ask("POST", `${prefix}/webhook`, terms),
      await ask("PATCH", `${prefix}/webhook/${webhookId}`),
      await ask("GET", "/sandbox/events?limit=1000"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 200, 200, 200, 201, 403, 200]);
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(secret);
    expect(rowsOf(answers[2] ?? made, "data")).toMatchObject([{ webhookId, ...terms }]);
    expect(answers[2]?.at("data.0")).not.toHaveProperty("secret");
  });

  it("several a company, each with events and a secret of its own; listed newest first", async () => {
    await using sandbox = await startCheckedSandbox();
    const { ask } = sandbox;
    expect((await ask("GET", `${prefix}/webhook`)).at("data")).toEqual([]);
    const made = [];
    for (const events of [["charge.paid"], ["charge.expired", "charge.paid"], documentedEvents]) {
      made.push(await ask("POST", `${prefix}/webhook`, { ...terms, events }));
    }
    const listed = rowsOf(await ask("GET", `${prefix}/webhook`), "data");
    const withoutSecret = made.map((answer) => {
      const { secret: _, ...rest } = Object(answer.at("data"));
      return rest;
    });
    expect(listed).toEqual(withoutSecret.reverse());
    expect(new Set(made.map((answer) => answer.text("data.secret"))).size).toBe(3);
  });

  it("GET /webhook/events lists all names in the documented order", async () => {
    await using sandbox = await startCheckedSandbox();
    expect((await sandbox.ask("GET", `${prefix}/webhook/events`)).at("data")).toEqual(documentedEvents);
  });

  it.each(["PATCH", "PUT", "DELETE"])(
    "%s needs a dashboard session: refused, and nothing is changed",
    async (method) => {
      await using sandbox = await startCheckedSandbox();
      const { account, ask } = sandbox;
      const { webhookId } = await account.webhook(["charge.paid"]);
      const before = await account.dashboard(webhookId);
      const events = await account.events();
      for (const body of [
        undefined,
        {},
        { name: "Other", url: "https://other.acme.dev/", events: ["charge.expired"] },
      ]) {
        const refused = await ask(method, `${prefix}/webhook/${webhookId}`, body);
        expect(refused.status).toBe(403);
        expect(refused.at("data.code")).toBe("NOT_ALLOWED_WITH_API_KEY");
      }
      expect(await account.dashboard(webhookId)).toEqual(before);
      expect(await account.events()).toEqual(events);
    },
  );

  it("of other companies and unknown ones are 404", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    const other = sandbox.as((await ask("POST", "/sandbox/companies", { name: "B" })).text("apiKey"));
    const { webhookId } = await account.webhook(["charge.paid"]);
    for (const [asked, id] of [
      [other, webhookId],
      [ask, "whk_000000000000000000000000"],
      [ask, "__proto__"],
    ] as const) {
      for (const [method, what] of [
        ["GET", "logs"],
        ["POST", "test"],
      ] as const) {
        const answer = await asked(method, `${prefix}/webhook/${id}/${what}`);
        expect([id, answer.status]).toEqual([id, 404]);
        expect(answer.at("data")).toEqual({ code: "WEBHOOK_UNKNOWN", webhookId: id });
      }
    }
    expect((await other("GET", `${prefix}/webhook`)).at("data")).toEqual([]);
    expect(await account.deliveries()).toEqual([]);
  });

  it("POST …/test makes one attempt at a webhook.test, and logs it", async () => {
    await using sandbox = await startHookedSandbox();
    const { account, ask, receiver } = sandbox;
    const { webhookId, secret } = await account.webhook(["charge.expired"]);
    const triggered = await ask("POST", `${prefix}/webhook/${webhookId}/test`);
    expect(triggered.status).toBe(202);
    expect(triggered.at("data.webhookId")).toBe(webhookId);
    await account.advance({ by: "PT1H" });
    const [request, ...more] = receiver.requests;
    expect(more).toEqual([]);
    if (request === undefined) throw new Error("nothing came");
    expect(isSigned(request, secret)).toBe(true);
    const companyId = (await ask("GET", "/sandbox/company")).text("companyId");
    expect(readDelivery(request)).toMatchObject({
      event: "webhook.test",
      deliveryId: triggered.text("data.deliveryId"),
      timestamp: startAt,
      told: { event: "webhook.test", timestamp: startAt },
      data: { webhookId, companyId },
    });
    expect(rowsOf(await ask("GET", `${prefix}/webhook/${webhookId}/logs`), "data")).toMatchObject([
      {
        deliveryId: triggered.text("data.deliveryId"),
        event: "webhook.test",
        attempt: 1,
        outcome: "SUCCESS",
        httpStatus: 200,
        error: null,
        at: startAt,
      },
    ]);
  });
});

describe("what a webhook can be", () => {
  it("refuses events that are not selectable, and names them all", async () => {
    await using sandbox = await startCheckedSandbox();
    const { ask } = sandbox;
    const events = ["charge.paid", "charge.refunded", "webhook.test", "*"];
    const refused = await ask("POST", "/webhook", { ...terms, events });
    expect(refused.status).toBe(422);
    expect(refused.at("data")).toEqual({
      code: "WEBHOOK_EVENT_UNKNOWN",
      events: ["charge.refunded", "webhook.test", "*"],
      allowed: documentedEvents,
    });
    expect((await ask("GET", "/webhook")).at("data")).toEqual([]);
  });

  // Which URL each rule is about: src/domain/webhook-url.test.ts.
  it.each([
    ["http://localhost:3000/hook", "localhost"],
    ["https://10.1.2.3/hook", "private-address"],
    ["http://127.0.0.1/", "special-address"],
    ["https://example.com/hook", "reserved-domain"],
    ["https://erp/", "single-label"],
    ["https://user:password@hooks.acme.dev/", "credentials"],
    ["ftp://hooks.acme.dev/", "scheme"],
    ["hooks.acme.dev/saldo", "malformed"],
  ])("refuses %s by the rule %s, and says how to reach a receiver of one's own", async (url, rule) => {
    await using sandbox = await startCheckedSandbox();
    const { ask } = sandbox;
    const refused = await ask("POST", "/webhook", { ...terms, url });
    expect(refused.status).toBe(422);
    expect(refused.at("data")).toEqual({ code: "WEBHOOK_URL_NOT_ALLOWED", url, rule });
    expect(refused.text("message")).toContain("PUT /sandbox/routes");
    expect((await ask("GET", "/webhook")).at("data")).toEqual([]);
  });
});

describe("a test delivery", () => {
  it("that fails is not repeated, and does not deactivate the webhook, however often", async () => {
    await using sandbox = await startHookedSandbox(500);
    const { account, receiver } = sandbox;
    const { webhookId } = await account.webhook(["charge.paid"]);
    for (let i = 0; i < 6; i += 1) await account.testWebhook(webhookId);
    await account.advance({ by: "P1D" });
    expect(receiver.requests).toHaveLength(6);
    expect(await account.dashboard(webhookId)).toMatchObject({ active: true, deactivatedAt: null });
    expect((await account.deliveries()).map(({ state, event }) => [event, state])).toEqual(
      Array(6).fill(["webhook.test", "FAILED"]),
    );
    expect(await account.log(webhookId)).toMatchObject(
      Array(6).fill({ event: "webhook.test", attempt: 1, outcome: "FAILURE", httpStatus: 500, at: startAt }),
    );
  });

  it("is refused while the webhook is deactivated", async () => {
    await using sandbox = await startHookedSandbox(500);
    const { account, ask } = sandbox;
    const { webhookId } = await account.webhook(["charge.expired"]);
    await account.charge({ total: 100, expiresIn: "PT1S" });
    await account.advance({ by: "PT5M" });
    const before = await account.events();
    const refused = await ask("POST", `/webhook/${webhookId}/test`);
    expect(refused.status).toBe(409);
    expect(refused.at("data")).toEqual({ code: "WEBHOOK_INACTIVE", webhookId });
    expect(await account.events()).toEqual(before);
  });
});
