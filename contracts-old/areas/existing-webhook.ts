import { type Account, says } from "../run/account.ts";
import type { Answer } from "../run/answer.ts";
import type { Hook } from "../run/hook.ts";
import { notListed } from "../run/not-listed.ts";
import { CouldNotRun } from "../run/verdict-error.ts";

/** A test makes a delivery to the webhook, where it was created for. */
export async function mustDeliver(account: Account, hook: Hook): Promise<void> {
  const before = hook.attempts.length;
  (await account.testDelivery(hook.id)).accepted("test-delivery-triggered");
  await hook.receives(before + 1);
}

/** That webhooks can be listed is shown, and not where: a real deployment may have the list elsewhere. */
export async function listedWebhooks(account: Account): Promise<Answer> {
  const answer = await account.webhooks();
  if (isElsewhere(account, answer)) {
    const { method, path } = answer.operation;
    throw new CouldNotRun(
      "overlay",
      `no list of webhooks is at ${method} ${path}; an overlay (--overlay) can say where`,
    );
  }
  return answer.accepted("webhooks-listed");
}

/** The list of webhooks must have the one of this URL, which was just created. */
export function mustList(account: Account, list: Answer, url: string): void {
  if (says(list.body, url)) return;
  throw notListed(account, list.list().length, `the list of webhooks should have ${url}, which was created`);
}

/** What the list says of a webhook, as a text to compare; undefined where the list is elsewhere, or lacks it. */
export async function listedRecord(account: Account, url: string): Promise<string | undefined> {
  const answer = await account.webhooks();
  if (isElsewhere(account, answer)) return undefined;
  const record = answer
    .accepted("webhooks-listed")
    .records()
    .find((item) => says(item, url));
  return record && JSON.stringify(record);
}

function isElsewhere({ control }: Account, { status }: Answer): boolean {
  return control === undefined && (status === 404 || status === 405);
}
