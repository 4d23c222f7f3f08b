import { expect, test } from "vitest";
import { targetOfTest } from "../../test/contracts/target-of-test.ts";

test("what a story has left open is cancelled with the key that opened it, and the trace tells so", async ({
  signal,
}) => {
  // Two companies, whose withdrawals carry their key; neither can cancel what the other has opened.
  const { gate, trace, places } = await targetOfTest(
    ({ headers, path, body }, respond) => {
      const key = String(headers["x-api-key"]);
      const reply = (status: number, data: object) => respond({ status, body: JSON.stringify({ data }) });
      if (path.endsWith("/withdraw")) return reply(201, { withdrawId: `wdr_of_${key}` });
      if (path.endsWith("/cancel")) return reply(body.includes(key) ? 200 : 404, {});
      reply(200, {});
    },
    { open: true },
    signal,
  );
  const { account, end } = await places("a story", () => {});
  for (const key of ["own-key", "other-key"]) await account.withKey(key).initiate(500);
  await end();
  const cancelled = trace.flatMap((entry) =>
    entry.kind === "call" && entry.operationId === "cancelWithdrawal"
      ? [[entry.account, entry.request.members.withdrawId, entry.response?.status]]
      : [],
  );
  expect(cancelled).toEqual([
    ["own", "wdr_of_own-key", 200],
    ["own, other company", "wdr_of_other-key", 200],
  ]);
  expect(gate.guard.leftBehind).toEqual([]);
});
