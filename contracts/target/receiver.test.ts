import { expect, test } from "vitest";
import { Receiver } from "./receiver.ts";

test("a look at the URL of a webhook is answered and is no attempt, and a delivery by another method is one", async () => {
  const receiver = await Receiver.listen({ host: "127.0.0.1", port: 0 });
  const methods: string[] = [];
  receiver.expect("/hooks/1", ({ method }) => {
    methods.push(method);
    return { status: 500 };
  });
  const sent = async (method: string, headers = {}) =>
    (await fetch(`${receiver.origin}/hooks/1`, { method, headers })).status;
  const looks = [await sent("HEAD"), await sent("GET"), await sent("OPTIONS")];
  const delivered = [await sent("GET", { "x-webhook-event": "charge.paid" }), await sent("PUT")];
  await receiver.close();
  expect(looks).toEqual([200, 200, 200]);
  expect(delivered).toEqual([500, 500]);
  expect(methods).toEqual(["GET", "PUT"]);
});
