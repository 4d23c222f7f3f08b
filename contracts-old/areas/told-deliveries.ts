import { Account } from "../run/account.ts";
import { accountStory } from "../run/account-story.ts";
import { type Attempt, type Hook, openHook } from "../run/hook.ts";
import type { Run } from "../run/run.ts";
import { witnessed } from "../run/told-attempts.ts";
import { CouldNotRun, must } from "../run/verdict-error.ts";

/** A webhook, and what came to it. */
interface Listener {
  readonly hook: Hook;
  readonly attempts: readonly Attempt[];
}

/** Two webhooks that were told of the same, and answered at once. */
interface ToldDeliveries {
  readonly told: Run;
  readonly listeners: readonly Listener[];
  /** Of which event the first, the second delivery to each must tell; undefined of a test, whose content is not shown. */
  readonly eventOf: (place: number) => string | undefined;
  /** When it happened, in milliseconds since 1970; undefined where no clock can be asked. */
  readonly happenedAt?: number;
}

/** A delivery that came to one of them. */
export interface Delivered {
  readonly hook: Hook;
  readonly attempt: Attempt;
  readonly happened: string | undefined;
  readonly happenedAt: number | undefined;
}

/** On a real account an event costs money; where that cannot be spent, a test shows how deliveries come, too. */
export async function deliveries(run: Run): Promise<readonly Delivered[]> {
  try {
    return await eventDeliveries(run);
  } catch (error) {
    if (!(error instanceof CouldNotRun) || run.offers("control-plane")) throw error;
    return delivered(run, await run.once("deliveries of tests", () => toldByTests(run)));
  }
}

/** Of events alone, where it matters what is in a delivery: of a test the document does not show that. */
export async function eventDeliveries(run: Run): Promise<readonly Delivered[]> {
  if (!run.offers("control-plane")) return delivered(run, await toldOfWithdrawal(run));
  return delivered(run, await run.once("deliveries of a charge", () => toldOfCharge(run)));
}

async function delivered(
  run: Run,
  { told, listeners, eventOf, happenedAt }: ToldDeliveries,
): Promise<readonly Delivered[]> {
  for (const { attempts } of listeners) await witnessed(run, told, attempts);
  must(
    listeners.every(({ attempts }) => attempts.length > 0),
    "both webhooks must have got deliveries, and have not",
  );
  return listeners.flatMap(({ hook, attempts }) =>
    attempts.map((attempt, place) => ({ hook, attempt, happened: eventOf(place), happenedAt })),
  );
}

/** With texts that whoever writes JSON can spell in several ways. */
async function toldOfCharge(run: Run): Promise<ToldDeliveries> {
  const account = await Account.ofNewWorld(run);
  const { control } = account;
  const events = ["charge.pending", "charge.paid"];
  const hooks = [await openHook(account, events), await openHook(account, events)] as const;
  const customer = { name: "João d'Ávila & Irmãos 🥐", email: "joao@padaria.example.com" };
  const charge = { total: 12_990, externalId: 'pedido/1042 <"não"> \\u00e3 \u2028 1.0', customer, expiresIn: "P1D" };
  const { chargeId } = await control.charges.create(charge);
  for (const hook of hooks) await hook.receives(1);
  await control.charges.pay(chargeId);
  for (const hook of hooks) await hook.receives(2);
  const { now } = await control.clock.read();
  return {
    told: run,
    listeners: hooks.map(asListener),
    eventOf: (place) => events[place],
    happenedAt: Date.parse(now),
  };
}

async function toldOfWithdrawal(run: Run): Promise<ToldDeliveries> {
  const story = await accountStory(run);
  const listeners = [story.listener("steady"), story.listener("other")];
  return { told: run, listeners, eventOf: () => "withdraw.completed" };
}

async function toldByTests(run: Run): Promise<ToldDeliveries> {
  const account = await Account.begin(run);
  const events = ["withdraw.completed"];
  const hooks = [await openHook(account, events), await openHook(account, events)] as const;
  for (const hook of hooks) {
    for (const count of [1, 2]) {
      (await account.testDelivery(hook.id)).accepted("test-delivery-triggered");
      await hook.receives(count);
    }
  }
  return { told: run, listeners: hooks.map(asListener), eventOf: () => undefined };
}

function asListener(hook: Hook): Listener {
  return { hook, attempts: hook.attempts };
}
