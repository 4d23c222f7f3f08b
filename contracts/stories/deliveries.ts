import { firedEvents } from "../../src/spec/generated/event-names.ts";
import { balanceReadings } from "../model/balances.ts";
import { bodySays } from "../model/deliveries.ts";
import { reservedEvent } from "../model/event-names.ts";
import type { Account } from "../target/account.ts";
import { isSuccess } from "../trace/trace.ts";
import type { HookInPlay } from "./hooks.ts";
import type { Stage } from "./stage.ts";
import { story } from "./story.ts";
import { orElse } from "./story-ended.ts";

/** Reads which events there are. It costs nothing. */
export const eventsListed = story("the list of events", [], {}, async ({ account }) => {
  await account.call("listWebhookEvents");
});

/** Has one webhook for nearly all events and one for a few, has everything happen, and tests both. They stay. */
export const eventsTold = story(
  "webhooks that are told of events",
  ["webhooks", "receiver"],
  { webhooks: 2, waitMs: 60_000 },
  async (stage) => {
    const { account } = stage;
    const events = await account.call("listWebhookEvents");
    const isListed = bodySays(events.response?.json, reservedEvent);
    const most = firedEvents.filter((name) => name !== "subscription.rejected");
    // A reserved event may be listed and not be selectable.
    const all = await orElse(stage.hook(isListed ? [...most, reservedEvent] : most), () => stage.hook(most));
    const few = await stage.hook(["charge.pending", "charge.expired", "subscription.rejected"]);
    const other = stage.may("other-key") ? await stage.otherCompany() : undefined;
    if (other !== undefined) await stage.hook(most, undefined, other);
    await live(stage, all);
    await subscribe(stage, few);
    if (account.clock.isAdvanced) await payOut(stage);
    await account.clock.pass(QUIET_MS);
    for (const hook of [all, few, all, few]) {
      const count = hook.arrivals.length;
      await hook.test();
      await hook.receives(count + 1, PATIENT_MS);
    }
    if (account.clock.isAdvanced) {
      await stage.act("change-settings", { retention: { percent: 10, holdFor: "PT10M" } });
      const { chargeId } = await stage.act("make-charge", { total: 50_000, expiresIn: "P1D" });
      await account.clock.pass(HOUR_MS);
      await stage.act("pay-charge", { chargeId });
      await account.balance();
      await released(stage, String(chargeId));
    }
    await account.clock.pass(QUIET_MS);
    for (const hook of [all, few]) await hook.log();
    if (other !== undefined) await pry(all, other);
    await account.call("listWebhooks");
    await account.call("listWebhookEvents");
  },
);

/** Another company asks for the webhook of this one, and for a test of it. */
async function pry(hook: HookInPlay, other: Account): Promise<void> {
  const id = await hook.id();
  await other.call("listWebhooks");
  await other.call("listWebhookLogs", {}, { id });
  const count = hook.arrivals.length;
  if (isSuccess(await other.call("testWebhook", {}, { id }))) await hook.receives(count + 1, QUIET_MS);
}

/** Tries to create webhooks without a key and where none may be, and to change and delete one. Its second test takes a while. */
export const webhookGuarded = story(
  "a webhook that may not be changed",
  ["webhooks", "receiver"],
  { webhooks: 1, waitMs: 5_000 },
  async (stage) => {
    const { account } = stage;
    const hook = await stage.hook(["charge.expired"], (nth) => (nth === 2 ? { status: 298, delayMs: 1_100 } : ok));
    const { members } = hook.creation.request;
    for (const credential of ["none", "unknown"] as const) await account.call("createWebhook", members, { credential });
    const changed = (from: unknown, to: string) =>
      Object.fromEntries(Object.entries(members).map(([name, value]) => [name, value === from ? to : value]));
    for (const url of forbiddenUrls) await account.call("createWebhook", changed(hook.url, url));
    const id = await hook.id();
    await account.call("listWebhookLogs", {}, { id, credential: "unknown" });
    await hook.test();
    await hook.receives(1, PATIENT_MS);
    await account.call("listWebhooks");
    for (const operation of ["updateWebhook", "replaceWebhook"]) {
      await account.call(operation, changed(members.name, `${String(members.name)}-changed`), { id });
    }
    await account.call("listWebhooks");
    await account.call("deleteWebhook", {}, { id });
    await account.call("listWebhooks");
    await hook.test();
    await hook.receives(2, PATIENT_MS);
    await account.clock.pass(QUIET_MS);
    await hook.log();
  },
);

const ok = { status: 200 };

/** By the host that makes them forbidden. */
const forbiddenUrls = [
  ..."https://localhost/hooks http://localhost:3000/hooks https://10.0.0.1/hooks http://10.20.30.40/hooks".split(" "),
  ..."https://10.255.255.254/hooks https://172.16.0.1/hooks http://172.24.10.20/hooks".split(" "),
  ..."https://172.31.255.254/hooks https://192.168.0.1/hooks http://192.168.255.254/hooks".split(" "),
  ..."https://example.com/hooks http://example.com/hooks https://saldo.test/hooks".split(" "),
  ..."http://hooks.saldo.test/hooks https://saldo.local/hooks http://hooks.saldo.local/hooks".split(" "),
];

/** The life of two charges: one is paid, disputed and released, one expires. */
async function live(stage: Stage, hook: HookInPlay): Promise<void> {
  if (!stage.may("make-charge")) return;
  const known = { total: 12_990, externalId: 'pedido/1042 <"não"> \u2028 1.0', customer };
  await stage.account.balance();
  const { chargeId } = await stage.act("make-charge", known);
  await hook.receives(1, PATIENT_MS);
  if (stage.may("pay-charge")) {
    await stage.act("pay-charge", { chargeId });
    await stage.account.balance();
  }
  const other = await stage.act("make-charge", { total: 501 });
  if (stage.may("expire-charge")) await stage.act("expire-charge", { chargeId: other.chargeId });
  await stage.account.clock.pass(QUIET_MS);
  await released(stage, String(chargeId));
  if (!stage.may("dispute-charge")) return;
  await stage.account.balance();
  await stage.act("dispute-charge", { chargeId });
  await stage.account.balance();
}

/** Waits until what is held of a charge is released, if that is soon. */
async function released(stage: Stage, chargeId: string): Promise<void> {
  const { clock } = stage.account;
  const [reading] = balanceReadings([await stage.account.balance()]);
  const releaseAt = reading?.holds.find((hold) => hold.chargeId === chargeId)?.releaseAt ?? Number.NaN;
  const waitMs = releaseAt - clock.now();
  if (Number.isNaN(releaseAt) || (!clock.isAdvanced && waitMs > MINUTE_MS)) return;
  await clock.pass(Math.max(0, waitMs) + QUIET_MS);
  await stage.account.balance();
}

async function subscribe(stage: Stage, few: HookInPlay): Promise<void> {
  if (stage.may("authorize-subscription")) {
    const { subscriptionId } = await stage.act("authorize-subscription");
    if (stage.may("charge-subscription")) await stage.act("charge-subscription", { subscriptionId });
    if (stage.may("fail-subscription")) await stage.act("fail-subscription", { subscriptionId });
  }
  if (!stage.may("reject-subscription")) return;
  await stage.act("reject-subscription");
  await few.receives(few.arrivals.length + 1, QUIET_MS);
}

/** In a world of its own, where no other story pays. */
async function payOut(stage: Stage): Promise<void> {
  const { account } = stage;
  if (stage.may("settle") && stage.may("codes")) {
    await (await stage.open()).cancel();
    const withdrawal = await stage.open();
    await withdrawal.confirm(await withdrawal.code());
    await account.clock.pass(1_000);
    await account.withdrawals();
    await account.clock.pass(MINUTE_MS);
    await account.withdrawals();
  }
  if (!stage.may("daily-withdrawal")) return;
  await stage.act("daily-withdrawal");
  await account.clock.pass(MINUTE_MS);
  await account.withdrawals();
}

const customer = {
  id: "7f3e2d1c-9a8b-4c7d-b6e5-4f3a2b1c0d9e",
  name: "João d'Ávila & Irmãos 🥐",
  email: "joao@padaria.example.com",
  phone: "+5511987654321",
};

const QUIET_MS = 3_000;
const PATIENT_MS = 10_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
