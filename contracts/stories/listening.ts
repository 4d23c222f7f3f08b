import { firedEvents } from "../../src/spec/generated/event-names.ts";
import { bodySays } from "../model/deliveries.ts";
import type { Stage } from "./stage.ts";
import { story } from "./story.ts";

/** Has a webhook for all events, waits for what others do on the account, and reads balance and history. */
export const listened = story("live traffic", ["webhooks", "receiver", "listening"], { webhooks: 1 }, async (stage) => {
  const { account, listenMs } = stage;
  const { response } = await account.call("listWebhookEvents");
  const listed = firedEvents.filter((name) => bodySays(response?.json, name));
  const hook = await stage.hook(listed.length > 0 ? listed : firedEvents);
  await read(stage);
  const end = account.clock.now() + listenMs;
  for (let leftMs = listenMs; leftMs > 0; leftMs = end - account.clock.now()) {
    await account.clock.pass(Math.min(leftMs, Math.max(listenMs / 12, MINUTE_MS)), "live traffic");
    await read(stage);
  }
  await hook.log();
  await account.call("listWebhooks");
});

async function read({ account }: Stage): Promise<void> {
  await account.withdrawals();
  await account.balance();
}

const MINUTE_MS = 60_000;
