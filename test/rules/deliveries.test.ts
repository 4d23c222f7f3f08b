import { describe, expect, it } from "vitest";
import { hookHost } from "./account.ts";
import { later, second, startAt, startHookedSandbox } from "./checked-sandbox.ts";
import { numberOf } from "./json-reading.ts";

describe("the list of deliveries", () => {
  it("is newest first, and is filtered by webhook, event and state, and paged", async () => {
    await using sandbox = await startHookedSandbox(({ path }, respond) => respond(path === "/bad" ? 500 : "ok"));
    const { account, ask } = sandbox;
    const good = await account.webhook(["charge.pending", "charge.expired"], `https://${hookHost}/good`);
    const bad = await account.webhook(["charge.expired"], `https://${hookHost}/bad`);
    for (const expiresIn of ["PT1S", "PT2S"]) await account.charge({ total: 100, expiresIn });
    await account.advance({ by: "PT2S" });
    const all = await account.deliveries();
    expect(all.map(({ event, webhookId, state }) => [event, webhookId, state])).toEqual([
      ["charge.expired", bad.webhookId, "PENDING"],
      ["charge.expired", good.webhookId, "DELIVERED"],
      ["charge.expired", bad.webhookId, "PENDING"],
      ["charge.expired", good.webhookId, "DELIVERED"],
      ["charge.pending", good.webhookId, "DELIVERED"],
      ["charge.pending", good.webhookId, "DELIVERED"],
    ]);
    const [d5, d4, d3, d2, d1, d0] = all;
    const found = async (query: string) => await account.deliveries(query);
    expect(await found(`webhookId=${bad.webhookId}`)).toEqual([d5, d3]);
    expect(await found("event=charge.pending")).toEqual([d1, d0]);
    expect(await found("state=PENDING")).toEqual([d5, d3]);
    expect(await found("state=FAILED")).toEqual([]);
    expect(await found(`state=DELIVERED&event=charge.expired&webhookId=${good.webhookId}`)).toEqual([d4, d2]);
    expect(await found("limit=2")).toEqual([d5, d4]);
    expect(await found(`limit=3&after=${d4?.deliveryId}`)).toEqual([d3, d2, d1]);
    expect(await found(`after=${d4?.deliveryId}&state=DELIVERED`)).toEqual([d2, d1, d0]);
    expect(await found(`after=${d0?.deliveryId}`)).toEqual([]);
    expect(await found("webhookId=whk_000000000000000000000000")).toEqual([]);
    for (const wrong of ["state=LOST", "limit=0", "limit=1001", "state="]) {
      expect([wrong, (await ask("GET", `/sandbox/deliveries?${wrong}`)).status]).toEqual([wrong, 400]);
    }
  });

  it("goes on after a delivery that has left the state asked for since its page was read", async () => {
    await using sandbox = await startHookedSandbox(500);
    const { account, ask } = sandbox;
    await account.webhook(["charge.expired"]);
    for (const expiresIn of ["PT3S", "PT2S", "PT1S"]) await account.charge({ total: 100, expiresIn });
    await account.advance({ by: "PT3S" });
    const [newest, middle, oldest] = await account.deliveries("state=PENDING");
    expect(await account.deliveries("state=PENDING&limit=1")).toEqual([newest]);
    sandbox.receiver.behave("ok");
    expect((await ask("POST", `/sandbox/deliveries/${newest?.deliveryId}/redeliver`)).status).toBe(202);
    await account.quiet();
    expect(await account.deliveries(`state=PENDING&after=${newest?.deliveryId}`)).toEqual([middle, oldest]);
  });
});

it("the log of a webhook has an entry per attempt of that webhook, newest first, in the order in which they ended", async () => {
  await using sandbox = await startHookedSandbox(({ path, headers }, respond) => {
    const early = String(headers["x-webhook-timestamp"]) < later(startAt, 2 * second);
    respond(path === "/other" || early ? 500 : 204);
  });
  const { account } = sandbox;
  const { webhookId } = await account.webhook(["charge.expired"]);
  const other = await account.webhook(["charge.expired"], `https://${hookHost}/other`);
  for (const expiresIn of ["PT1S", "PT3S"]) await account.charge({ total: 100, expiresIn });
  await account.advance({ by: "PT10S" });
  const log = await account.log(webhookId);
  expect(log.map(({ attempt, httpStatus, at }) => [attempt, httpStatus, at])).toEqual([
    [2, 204, later(startAt, 6 * second)],
    [1, 204, later(startAt, 3 * second)],
    [1, 500, later(startAt, second)],
  ]);
  expect(log[0]?.deliveryId).toBe(log[2]?.deliveryId);
  expect(log[0]?.deliveryId).not.toBe(log[1]?.deliveryId);
  expect((await account.log(other.webhookId)).map(({ attempt, at }) => [attempt, at])).toEqual([
    [2, later(startAt, 8 * second)],
    [2, later(startAt, 6 * second)],
    [1, later(startAt, 3 * second)],
    [1, later(startAt, second)],
  ]);
  const position = numberOf(await sandbox.ask("GET", "/sandbox/world"), "position");
  await account.log(webhookId);
  expect(numberOf(await sandbox.ask("GET", "/sandbox/world"), "position")).toBe(position);
});
