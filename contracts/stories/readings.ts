import { story } from "./story.ts";

/** Reads all that can be read. It costs nothing. */
export const accountRead = story("an account that is read", [], {}, async ({ account }) => {
  for (let nth = 0; nth < 2; nth += 1) {
    await account.withdrawals();
    await account.balance();
    await account.fee();
    await account.balance();
    await account.withdrawals();
  }
  await account.call("listWebhookEvents");
});

/** Reads without a key and with a wrong one: last, for some targets lock out who does so often. */
export const readWithoutKey = story("requests without a key", [], { leaves: "locked" }, async ({ account }) => {
  // With the key first, so that a target that remembers the caller before is found, too.
  for (const how of [{}, { credential: "none" }, { credential: "unknown" }] as const) {
    for (const operation of ["getBalance", "simulateWithdrawalFee", "listWithdrawals"]) {
      await account.call(operation, {}, how);
    }
  }
});

export const initiatedWithoutKey = story(
  "an initiation without a key",
  ["open"],
  { leaves: "locked" },
  async (stage) => {
    const { account, valueCents: value } = stage;
    await stage.undo(await account.call("initiateWithdrawal"));
    for (const credential of ["none", "unknown"] as const) {
      await stage.undo(await account.call("initiateWithdrawal", { value }, { credential }));
    }
  },
);
