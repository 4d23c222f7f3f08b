import type { CommandOf, CommandType } from "../command.ts";
import type { NotificationEvent, WorldEvent } from "../event.ts";
import { deriveId, type IdKind } from "../identity.ts";
import type { Instant } from "../instant.ts";
import type { Notification, Wire } from "../notification.ts";
import type { Outcome, Success } from "../outcome.ts";
import type { Rejection } from "../rejection.ts";
import type { SettingProblem } from "../settings.ts";
import type { Webhook } from "../webhook.ts";
import { existing, type World } from "../world.ts";

/** The result of a command: its outcome and its events, which are kept all or none. */
export interface Decision {
  readonly events: readonly WorldEvent[];
  readonly outcome: Outcome;
}

/** The input of a decision. Deciders read the world and never change it. */
export interface Context {
  readonly world: Readonly<World>;
  readonly at: Instant;
  mint(kind: IdKind): string;
  /** Returns the event that notifies the company's webhooks. */
  raise(companyId: string, notification: Notification): NotificationEvent;
}

export type Decider<T extends CommandType> = (context: Context, command: CommandOf<T>) => Decision;
export type Deciders<T extends CommandType> = { readonly [K in T]: Decider<K> };

export function accept(outcome: Success, ...events: readonly WorldEvent[]): Decision {
  return { events, outcome };
}

export function reject(outcome: Rejection): Decision {
  return { events: [], outcome };
}

/** Rejects values that the schema cannot judge. Returns null if there is no problem. */
export function refusedValues(problems: readonly SettingProblem[]): Decision | null {
  return problems.length === 0 ? null : reject({ type: "value-not-allowed", problems });
}

interface OfCompany {
  readonly companyId: string;
}

/** Returns what makes deciders about one kind of entity. To a company, the entities of others are unknown. */
export function about<I extends OfCompany, T extends OfCompany>(
  find: (world: Readonly<World>, ids: I) => T | undefined,
  unknown: (ids: I) => Rejection,
) {
  return <C extends I>(decide: (context: Context, entity: T, command: C) => Decision) =>
    (context: Context, command: C): Decision => {
      const entity = find(context.world, command);
      if (entity?.companyId !== command.companyId) return reject(unknown(command));
      return decide(context, entity, command);
    };
}

export function newContext(world: Readonly<World>, at: Instant, wire: Wire): Context {
  // Most commands generate no id.
  let minted: World["minted"] | undefined;
  const mint = (kind: IdKind) => {
    minted ??= { ...world.minted };
    minted[kind] += 1;
    return deriveId(world.seed, kind, world.epoch, minted[kind]);
  };
  const raise = (companyId: string, notification: Notification): NotificationEvent => {
    const body = wire.body(notification, at, world.seed);
    return {
      type: "NotificationRaised",
      notificationId: mint("notification"),
      companyId,
      name: notification.name,
      body,
      deliveries: receivers(world, companyId, notification).map((webhookId) => {
        return { deliveryId: mint("delivery"), webhookId };
      }),
    };
  };
  return { world, at, mint, raise };
}

/** Returns the webhooks to notify: the one under test, or the active ones that selected the event. */
function receivers(world: Readonly<World>, companyId: string, notification: Notification): readonly string[] {
  if (notification.name === "webhook.test") return [notification.webhookId];
  // A company that is just being added has no webhooks.
  const { webhookIds = [] } = world.companies.get(companyId) ?? {};
  return webhookIds.filter((id) => wants(existing(world.webhooks, id), notification.name));
}

function wants({ active, events }: Webhook, name: string): boolean {
  return active && events.includes(name);
}
