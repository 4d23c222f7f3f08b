import { toldInThreeAttempts } from "../looks/told-in-three-attempts.ts";
import { Account } from "../run/account.ts";
import { assumption } from "../run/contract.ts";
import { type Attempt, openHook } from "../run/hook.ts";

assumption("behaviour.delivery-identity", async (run) => {
  const { attempts } = await toldInThreeAttempts(run);
  const [first, second] = attempts;
  if (first === undefined || second === undefined) return;
  const isSame = (name: string) => first.headers[name] === second.headers[name];
  const see = (differs: string | false) => run.saw("delivery-identity", differs);
  see(!isSame("x-webhook-delivery") && "a repeated attempt has another X-Webhook-Delivery");
  see(!first.body.equals(second.body) && "a repeated attempt has another body");
  see(isSame("x-webhook-timestamp") && "a repeated attempt has the X-Webhook-Timestamp of the first");
  const signature = first.headers["x-webhook-signature"] ?? "";
  see(/[A-F]/.test(signature.replace(/^sha256=/, "")) && "the digits of a signature are upper case");
});

const waitsMs = [5_000, 10_000, 20_000, 40_000];

/** By the target's time exactly; where it is waited for, as exactly as a network allows. */
assumption(
  "behaviour.delivery-attempts",
  async (run) => {
    const { attempts, isRedirectFollowed } = await toldInThreeAttempts(run);
    run.saw("delivery-attempts", isRedirectFollowed && "a redirect is followed");
    if (run.offers("control-plane")) return;
    const [first, second] = attempts.map(({ at }) => Date.parse(at));
    if (first === undefined || second === undefined) return;
    const isExact = Math.abs(second - first - 5_000) <= 1_000;
    run.saw("delivery-attempts", !isExact && `the second attempt comes ${(second - first) / 1_000} s after the first`);
  },
  async (run) => {
    if (!run.offers("control-plane")) return;
    const account = await Account.ofNewWorld(run);
    const hook = await openHook(account, ["charge.paid"], [{ status: 500 }]);
    await account.control.charges.create({ total: 10_000, paid: true });
    await hook.settled();
    for (const [failed, waitMs] of waitsMs.entries()) {
      await account.clock.pass(waitMs - 1);
      const isEarly = hook.attempts.length !== failed + 1;
      await account.clock.pass(1);
      const isExact = !isEarly && hook.attempts.length === failed + 2;
      run.saw(
        "delivery-attempts",
        !isExact && `attempt ${failed + 2} does not come exactly ${waitMs} ms after a failure`,
      );
    }
  },
);

assumption("behaviour.delivery-answers", async (run) => {
  const { attempts } = await toldInThreeAttempts(run);
  if (attempts.length < 2) return;
  run.saw("delivery-answers", attempts.length < 3 && "a 200 counts though the end of its answer does not come in time");
});

assumption("behaviour.delivery-log", async (run) => {
  const { attempts, logEntries } = await toldInThreeAttempts(run);
  const differs = attempts.length > 1 && logEntries !== attempts.length;
  run.saw("delivery-log", differs && `the log of ${attempts.length} attempts has ${logEntries} entries`);
});

assumption("behaviour.test-delivery", async (run) => {
  const account = await Account.begin(run);
  const { clock } = account;
  const quietMs = clock.isOurs ? 10 * 60_000 : 8_000;
  clock.require(quietMs);
  const hook = await openHook(account, ["withdraw.completed"], [{ status: 500 }]);
  const test = async () => (await account.testDelivery(hook.id)).status;
  await test();
  await hook.receives(1);
  await clock.pass(quietMs);
  const { length } = hook.attempts;
  run.saw("test-delivery", length > 1 && `a test delivery that fails is attempted ${length} times`);
  const entries = (await account.log(hook.id)).accepted("delivery-log-listed").list().length;
  run.saw("test-delivery", entries === 0 && "a test delivery is not in the log");
  for (let nth = 2; nth <= 6; nth += 1) await test();
  const status = await test();
  run.saw("test-delivery", status >= 400 && `after tests that failed another one is answered with ${status}`);
});

/** Two deliveries: the first is given up while the second waits for its next attempt. */
assumption("behaviour.webhook-deactivation", async (run) => {
  const account = await Account.ofNewWorld(run);
  const { control, clock } = account;
  const pay = () => control.charges.create({ total: 10_000, paid: true });
  const hook = await openHook(account, ["charge.paid"], [{ status: 500 }]);
  const ofFirst = () => hook.attempts.filter((attempt) => nameOf(attempt) === nameOf(hook.attempts[0])).length;
  await pay();
  await hook.receives(4, hourMs);
  await pay();
  await clock.passUntil(() => ofFirst() === 5, hourMs, 1_000);
  const { length } = hook.attempts;
  await pay();
  await clock.pass(hourMs);
  const more = hook.attempts.length - length;
  run.saw("webhook-deactivation", more > 0 && `after its deactivation a webhook gets ${more} more attempts`);
  await control.webhooks.reactivate(hook.id);
  await clock.pass(hourMs);
  const late = hook.attempts.length - length - more;
  run.saw("webhook-deactivation", late > 0 && `a reactivation brings ${late} attempts of what was before it`);
});

const hourMs = 60 * 60_000;

function nameOf(attempt: Attempt | undefined): string | undefined {
  return attempt?.headers["x-webhook-delivery"];
}
