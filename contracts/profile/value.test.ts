import { expect, test } from "vitest";
import { targetOfTest } from "../../test/contracts/target-of-test.ts";
import { LostAnswer } from "../target/lost-answer.ts";
import { findValue } from "./value.ts";

/** A company below `/v1` with one withdrawal at a time. The answer to the first that it opens is lost behind a gateway. */
async function company({ open }: { open?: string }, signal: AbortSignal) {
  const withdrawals = new Map(open === undefined ? [] : [[open, { id: open, amount: 700, status: "OPEN" }]]);
  let answersLost = 0;
  const { places } = await targetOfTest(
    ({ path, body }, respond) => {
      const reply = (status: number, data: object) => respond({ status, body: JSON.stringify({ data }) });
      const isOpen = [...withdrawals.values()].find(({ status }) => status === "OPEN");
      if (path === "/v1/account-balance/withdrawals") return reply(200, { withdrawals: [...withdrawals.values()] });
      if (path === "/v1/account-balance/withdraw/cancel") {
        const own = [...withdrawals.values()].find(({ id }) => body.includes(id));
        if (own !== undefined) own.status = "CANCELLED";
        return reply(own === undefined ? 404 : 200, {});
      }
      if (path !== "/v1/account-balance/withdraw") return reply(404, { error: "nothing is here" });
      if (isOpen !== undefined) return reply(409, { withdrawId: isOpen.id });
      const id = `wdr_${withdrawals.size}`;
      withdrawals.set(id, { id, amount: JSON.parse(body.toString()).value, status: "OPEN" });
      answersLost += 1;
      return answersLost === 1 ? respond({ status: 502 }) : reply(201, { withdrawId: id });
    },
    { open: true },
    signal,
  );
  return { places, withdrawals };
}

test("what a lost initiation has opened is cancelled, wherever the history is", async ({ signal }) => {
  const { places, withdrawals } = await company({}, signal);
  const first = await places("the smallest amount", () => {});
  await expect(findValue(first.account, new Set())).rejects.toThrow(LostAnswer);
  await first.end();
  const second = await places("the smallest amount", () => {});
  expect(await findValue(second.account, new Set())).toBe(101);
  await second.end();
  expect([...withdrawals.values()].map(({ status }) => status)).toEqual(["CANCELLED", "CANCELLED"]);
});

test("what was open before is left alone", async ({ signal }) => {
  const { places, withdrawals } = await company({ open: "wdr_foreign" }, signal);
  const { account } = await places("the smallest amount", () => {});
  await expect(findValue(account, new Set())).rejects.toThrow(/wdr_foreign was open before this run.*--cancel-open/);
  expect(withdrawals.get("wdr_foreign")?.status).toBe("OPEN");
});
