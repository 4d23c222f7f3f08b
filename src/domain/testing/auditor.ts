import { isDeepStrictEqual } from "node:util";
import type { AgendaType } from "../agenda.ts";
import type { Command } from "../command.ts";
import type { EventOf, EventType, WorldEvent } from "../event.ts";
import type { Instant } from "../instant.ts";
import { demandAnswer } from "./asked-for.ts";
import { applyRewind, companyRules, demandSurvival, instanceRules } from "./audit-instance.ts";
import { chargeRules, dueBilling, subscriptionRules } from "./audit-payments.ts";
import { deliveryRules, faultRules, webhookRules } from "./audit-webhooks.ts";
import { dueSettlement, dueWithdrawal, withdrawalRules } from "./audit-withdrawals.ts";
import {
  type AuditedWorld,
  demand,
  demandEqual,
  newAuditedWorld,
  nextPlanned,
  type Owed,
  type Rules,
} from "./audited-world.ts";
import { foretold } from "./foretold.ts";
import { type Told, typesOf } from "./told.ts";

type OwnEvent = "WorldRewound" | "BookmarkSet" | "BookmarkRemoved";
const rules: Rules<Exclude<EventType, OwnEvent>> = {
  ...instanceRules,
  ...companyRules,
  ...chargeRules,
  ...subscriptionRules,
  ...withdrawalRules,
  ...webhookRules,
  ...deliveryRules,
  ...faultRules,
};

/** A command, when it was asked, and what it was answered. */
export interface Asked {
  readonly command: Command;
  readonly at: Instant;
  /** Whether a confirmation has the code that the newest e-mail shows, which the facts do not tell. */
  readonly isRight: boolean;
  readonly outcome: object;
}

/** Whether a command asked for facts, they came about by themselves, or that is unknown. */
export type Cause = "asked" | "by itself" | "unknown";

/** What never happens but in consequence of something else, in the same command. */
const consequences: ReadonlySet<EventType> = new Set(["WebhookDeactivated", "DeliveryReleased", "NotificationRaised"]);

/** The fact that an item of the agenda leads to. */
const firings: { readonly [T in AgendaType]: (world: AuditedWorld, id: string) => Owed["fact"] } = {
  "hold-release": (_world, chargeId) => ({ type: "HoldReleased", chargeId }),
  "charge-expiry": (_world, chargeId) => ({ type: "ChargeExpired", chargeId }),
  "subscription-charge": dueBilling,
  "automatic-withdrawal": dueWithdrawal,
  settlement: dueSettlement,
};

/**
 * Reads a history fact by fact and throws at the first that breaks a rule: a wrong amount, something twice, too early or
 * too late, or without what must follow from it. After each reading `world` is what the world must be. It takes from the
 * facts only what came from outside, and knows rewinds and all branches.
 */
export class Auditor {
  world: AuditedWorld = newAuditedWorld();
  readonly bookmarks = new Map<string, { readonly position: number; readonly at: Instant }>();
  /** By position, beginning at 1; abandoned branches included. */
  readonly history: Told[] = [];
  /** All identifiers that there ever were. */
  readonly everUsed = new Set<string>();
  #used = new Set<string>();
  readonly #rewinds: { readonly position: number; readonly to: number; readonly epoch: number }[] = [];
  #resetAt = 0;

  get position(): number {
    return this.history.length;
  }

  /** Holds an answer and the facts of its command against the rules, before these are read. */
  hear({ command, at, isRight, outcome }: Asked, facts: readonly WorldEvent[]): void {
    const { isPaid, ...expected } = foretold(this.world, command, at, isRight);
    const [first] = facts;
    if (isPaid !== undefined) demandEqual(typesOf(facts).includes("ChargePaid"), isPaid, "whether it is paid");
    const isSo = expected.fact === null ? first === undefined : first !== undefined && holdsOf(first, expected.fact);
    if (!isSo || !holdsOf(outcome, expected.outcome))
      demandEqual({ outcome, fact: first ?? null }, expected, "the answer");
  }

  /** Reads facts of whole commands. */
  read(facts: readonly Told[], cause: Cause = "unknown"): void {
    for (const told of facts) {
      this.history.push(told);
      try {
        this.#readOne(told, cause);
      } catch (error) {
        const text = `at ${this.position}, ${JSON.stringify(told)}: ${error instanceof Error ? error.message : error}`;
        throw new Error(text, { cause: error });
      }
    }
    demandEqual(this.world.owed, [], `what is missing after ${this.position}`);
  }

  /** The world as it was at a position, on the branch that leads there. */
  worldAt(position: number): AuditedWorld {
    const world = newAuditedWorld();
    for (const told of this.branchTo(position)) apply(world, told.told);
    return world;
  }

  /** The facts that led to a position, oldest first. */
  branchTo(position: number): { readonly position: number; readonly told: Told }[] {
    const branch: { position: number; told: Told }[] = [];
    let rewinds = this.#rewinds.length;
    for (let here = position; here > 0; ) {
      const told = this.history[here - 1];
      if (told !== undefined) branch.push({ position: here, told });
      while ((this.#rewinds[rewinds - 1]?.position ?? 0) > here) rewinds -= 1;
      const rewind = this.#rewinds[rewinds - 1];
      here = rewind?.position === here ? rewind.to : here - 1;
    }
    return branch.reverse();
  }

  #readOne(told: Told, cause: Cause): void {
    const { at, event } = told;
    if (event.type === "WorldRewound") this.#rewind(event, at);
    else {
      demand(at >= this.world.at, "time goes back");
      const overdue = nextPlanned(this.world);
      const isBeginning = this.world.owed.length === 0;
      demand(!isBeginning || overdue === null || overdue.at >= at, `${overdue?.type} of ${overdue?.id} is overdue`);
      if (isBeginning && cause === "by itself") this.#demandDue(event, at);
      this.#mint(event);
      apply(this.world, told);
    }
    if (event.type === "BookmarkSet") this.bookmarks.set(event.name, { position: this.position, at });
    if (event.type === "BookmarkRemoved") this.bookmarks.delete(event.name);
  }

  /** What no command asked for is the end of an attempt, or the first thing on the agenda at its own time. */
  #demandDue(event: WorldEvent, at: Instant): void {
    if (event.type === "AttemptRecorded" || event.type === "TimeReached") return;
    const next = nextPlanned(this.world);
    demand(next !== null && at === Math.max(next.at, this.world.at), "no command asked for it, and it was not due");
    const expected = firings[next.type](this.world, next.id);
    demand(holdsOf(event, expected), `${JSON.stringify(expected)} comes first`);
  }

  #rewind(event: EventOf<"WorldRewound">, at: Instant): void {
    const { to, epoch } = event;
    const { position } = this;
    demand(to < position, "a rewind goes back");
    demandSurvival(this.world, event);
    const sinceReset = this.#rewinds.filter((one) => one.position >= this.#resetAt);
    const isReset = epoch <= Math.max(0, ...sinceReset.map((one) => one.epoch));
    if (isReset) demandEqual(epoch, 0, "the epoch of a reset");
    else if (to < this.#resetAt)
      demand(
        this.#rewinds.every((one) => one.epoch < epoch),
        "the epoch is not new",
      );
    if (to !== position - 1) this.world = this.worldAt(to);
    demand(at >= this.world.at, "a rewind goes to a time before its place");
    applyRewind(this.world, event);
    this.world.at = at;
    this.#rewinds.push({ position, to, epoch });
    if (!isReset) return;
    // A reset begins all over again: what had been given out since may be given out once more.
    this.#resetAt = position;
    this.#used = new Set(this.branchTo(to).flatMap(({ told }) => idsOf(told.event)));
  }

  #mint(event: WorldEvent): void {
    const isBehindReset = this.#resetAt > 0 && !this.branchGoesThrough(this.#resetAt);
    for (const id of idsOf(event)) {
      demand(!(isBehindReset ? this.everUsed : this.#used).has(id), `${id} was given before`);
      this.#used.add(id);
      this.everUsed.add(id);
    }
  }

  /** Whether a position lies on the branch that leads to the present. */
  branchGoesThrough(position: number): boolean {
    let here = this.position;
    for (const rewind of this.#rewinds.toReversed()) {
      if (rewind.position > here) continue;
      if (rewind.position <= position) break;
      here = rewind.to;
    }
    return position <= here;
  }
}

/** Makes a fact true, in a world that must allow it. */
function apply(world: AuditedWorld, { at, event }: Told): void {
  if (event.type === "WorldRewound") applyRewind(world, event);
  else {
    const owed = world.owed.shift();
    if (owed !== undefined) demandOwed(owed, event);
    else {
      const isTest = event.type === "NotificationRaised" && event.name === "webhook.test";
      const isStrike = event.type === "FaultStruck" && event.deliveryId !== undefined;
      demand(isTest || !(isStrike || consequences.has(event.type)), "nothing leads to this");
      demandAnswer(world, event, at);
    }
    if (event.type !== "BookmarkSet" && event.type !== "BookmarkRemoved") applyRule(world, event, event.type, at);
  }
  world.at = at;
}

function applyRule<T extends keyof typeof rules>(world: AuditedWorld, event: EventOf<T>, type: T, at: Instant): void {
  rules[type](world, event, at);
}

function demandOwed({ fact, says }: AuditedWorld["owed"][number], event: WorldEvent): void {
  demand(holdsOf(event, fact), `${JSON.stringify(fact)} must follow`);
  const body = event.type === "NotificationRaised" ? event.body : "";
  for (const text of says) demand(body.includes(text), `the notification does not say ${text}`);
}

/** Whether a fact or an answer has all that is expected of it. */
function holdsOf(found: object, expected: Readonly<Record<string, unknown>>): boolean {
  const fields = new Map<string, unknown>(Object.entries(found));
  return Object.entries(expected).every(([name, value]) => isDeepStrictEqual(fields.get(name), value));
}

/** Which identifier a fact gives out. */
const minted: { readonly [T in EventType]?: keyof EventOf<T> } = {
  CompanyAdded: "companyId",
  ChargeCreated: "chargeId",
  SubscriptionChargePaid: "chargeId",
  SubscriptionCreated: "subscriptionId",
  WithdrawalInitiated: "withdrawId",
  AutomaticWithdrawalMade: "withdrawId",
  OtpIssued: "messageId",
  WebhookCreated: "webhookId",
  NotificationRaised: "notificationId",
};

function idsOf(event: WorldEvent): string[] {
  const field = minted[event.type];
  const deliveries = event.type === "NotificationRaised" ? event.deliveries : [];
  const own = Object.entries(event).flatMap(([name, value]) => (name === field ? [String(value)] : []));
  return [...own, ...deliveries.map(({ deliveryId }) => deliveryId)];
}
