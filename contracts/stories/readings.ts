import { story } from "./story.ts";

/** Reads all that can be read, with the key, without one and with a wrong one. It costs nothing. */
export const accountRead = story("an account that is read", [], {}, async ({ account }) => {
  for (let nth = 0; nth < 2; nth += 1) {
    await account.withdrawals();
    await account.balance();
    await account.fee();
    await account.balance();
    await account.withdrawals();
  }
  await account.call("listWebhookEvents");
  for (const credential of ["none", "unknown"] as const) {
    await account.call("getBalance", {}, { credential });
    await account.call("simulateWithdrawalFee", {}, { credential });
    await account.call("listWithdrawals", {}, { credential });
  }
});

/** Initiates a withdrawal without a key and with a wrong one. */
export const initiatedWithoutKey = story("an initiation without a key", ["open"], {}, async (stage) => {
  const { account, valueCents: value } = stage;
  // With the key first, so that a target that remembers who has come last is found, too.
  await stage.undo(await account.call("initiateWithdrawal"));
  for (const credential of ["none", "unknown"] as const) {
    await stage.undo(await account.call("initiateWithdrawal", { value }, { credential }));
  }
});
