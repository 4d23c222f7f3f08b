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
