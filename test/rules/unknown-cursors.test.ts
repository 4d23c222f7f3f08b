import { expect, it } from "vitest";
import { startCheckedSandbox } from "./checked-sandbox.ts";

it.each(["charges", "subscriptions", "withdrawals", "deliveries"])(
  "%s after an id that is not in the list is refused, and not said to be its end",
  async (list) => {
    await using sandbox = await startCheckedSandbox();
    const answer = await sandbox.ask("GET", `/sandbox/${list}?after=chg_of_another_world`);
    expect([answer.status, answer.at("detail")]).toEqual([400, expect.stringMatching(/^query\/after: names nothing/)]);
  },
);

it.each(["events", "ledger", "requests"])(
  "%s after a place that has not come is refused, and after the last is empty",
  async (list) => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    await account.balance();
    const position = await account.position();
    const last = list === "requests" ? 1 : position;
    const wrong = await ask("GET", `/sandbox/${list}?after=${last + 1}`);
    expect([wrong.status, wrong.at("detail")]).toEqual([
      400,
      `query/after: is ${last + 1}, but the last one is ${last}; give at most that, or leave it out to begin anew`,
    ]);
    expect((await ask("GET", `/sandbox/${list}?after=${last}`)).status).toBe(200);
  },
);
