import { expect, it } from "vitest";
import type { ReceivedRequest } from "../../src/outbound/testing/receiver.ts";
import { type HookedSandbox, startHookedSandbox } from "./checked-sandbox.ts";

const trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

function traceOf({ headers }: ReceivedRequest): unknown {
  return headers.traceparent;
}

/** The traces of what the receiver was told, and of what the control plane shows of it. */
async function traces({ account, receiver }: HookedSandbox) {
  await account.quiet();
  const rows = (await account.deliveries()).toReversed();
  const shown = rows.flatMap(({ attempts }) => Object(attempts)).map(({ headers }) => headers.traceparent);
  expect(shown).toEqual(receiver.requests.map(traceOf));
  return shown;
}

it("a notification joins the trace of the call that caused it, of the interface and of the control plane", async () => {
  await using sandbox = await startHookedSandbox();
  const { account, ask } = sandbox;
  await account.webhook(["charge.paid", "withdraw.completed"]);
  const chargeId = await account.charge({ total: 500 });
  await ask("POST", `/sandbox/charges/${chargeId}/pay`, undefined, { traceparent: trace });
  const withdrawId = await account.open(1_000);
  const body = { withdrawId, otpCode: await account.code(withdrawId) };
  const confirmed = trace.replace("b7-01", "b8-00");
  await ask("POST", "/account-balance/withdraw/confirm", body, { traceparent: confirmed });
  await account.advance({ by: "PT10S" });
  expect(await traces(sandbox)).toEqual([trace, confirmed]);
});
