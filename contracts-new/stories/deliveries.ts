import { story } from "./story.ts";

/** Tests two webhooks, and reads their logs and their list. */
export const webhooksTested = story(
  "two webhooks that are tested",
  ["webhooks", "receiver"],
  { webhooks: 2, waitMs: 3_000 },
  async (stage) => {
    const first = await stage.hook(["charge.paid", "withdraw.completed"]);
    const second = await stage.hook(["charge.expired"], (nth) => ({ status: nth === 1 ? 503 : 200 }));
    await first.test();
    await second.test();
    await first.receives(1, 10_000);
    await second.receives(2, 15_000);
    await first.test();
    await first.receives(2, 10_000);
    await first.log();
    await second.log();
    await stage.account.call("listWebhooks");
    await stage.account.call("listWebhookEvents");
  },
);
