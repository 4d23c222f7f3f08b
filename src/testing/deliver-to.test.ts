import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { DeliverTo } from "./deliver-to.ts";
import { startSandbox } from "./start-sandbox.ts";

/** Tells a receiver that a charge was paid, and returns the first attempt as its webhook's log shows it, with the secret. */
async function told(deliverTo: DeliverTo, webhookTimeout = "PT10S") {
  await using saldo = await startSandbox({ listen: false, deliverTo });
  await saldo.settings.change({ webhookTimeout });
  const body = { url: "https://hooks.acme.dev/saldo?from=saldo", name: "Charges", events: ["charge.paid" as const] };
  const { data } = await saldo.api.POST("/webhook", { body });
  await saldo.charges.create({ total: 10_000, paid: true });
  await saldo.clock.advance({ by: "PT0S" });
  const [delivery] = await saldo.webhooks.deliveries();
  return { attempt: delivery?.attempts[0], secret: data?.data.secret };
}

test("a receiver within the process gets the signed request of a delivery", async () => {
  const received: { url: string; signature: string | null; text: string }[] = [];
  const { attempt, secret = "" } = await told(async (request) => {
    const signature = request.headers.get("x-webhook-signature");
    received.push({ url: request.url, signature, text: await request.text() });
    return new Response(null, { status: 204 });
  });
  expect(attempt).toMatchObject({ httpStatus: 204, failure: null });
  const [{ url, signature, text } = { url: "", signature: "", text: "" }] = received;
  expect(url).toBe("https://hooks.acme.dev/saldo?from=saldo");
  expect(signature).toBe(`sha256=${createHmac("sha256", secret).update(text).digest("hex")}`);
});

test.each<[string, DeliverTo, object, string?]>([
  [
    "a status",
    () => new Response("later", { status: 503 }),
    { failure: "STATUS", httpStatus: 503, responseBody: "later" },
  ],
  ["a redirect", () => Response.redirect("https://acme.dev/", 307), { failure: "STATUS", httpStatus: 307 }],
  [
    "an error",
    () => Promise.reject(new Error("no database")),
    { httpStatus: 500, responseBody: "deliverTo failed: Error: no database" },
  ],
  [
    "no response",
    () => JSON.parse("null"),
    { httpStatus: 500, responseBody: expect.stringContaining("must return a Response") },
  ],
  ["silence", () => new Promise(() => undefined), { failure: "TIMEOUT", httpStatus: null }, "PT1S"],
  ["a body without an end", () => new Response(new ReadableStream()), { failure: "TIMEOUT", httpStatus: 200 }, "PT1S"],
])("an attempt ends as with any receiver: %s", async (_name, deliverTo, ended, timeout) => {
  expect((await told(deliverTo, timeout)).attempt).toMatchObject(ended);
});

test("a receiver within the process takes all deliveries, so that routes beside it are an error", async () => {
  const options = { deliverTo: () => new Response(), routes: { "hooks.acme.dev": "http://127.0.0.1:3000" } };
  await expect(startSandbox(options)).rejects.toThrow("leave out routes and courier, or deliverTo");
});
