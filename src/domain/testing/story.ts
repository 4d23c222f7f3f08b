import type { ChargeMove, Command, CommandOf } from "../command.ts";
import type { CompanyProfile } from "../company.ts";
import type { Decision } from "../decide/decider.ts";
import { commandFor, decide } from "../decide.ts";
import type { Delivery } from "../delivery.ts";
import { addDuration, type IsoDuration } from "../duration.ts";
import type { WorldEvent } from "../event.ts";
import { evolve } from "../evolve.ts";
import type { Instant } from "../instant.ts";
import { ledgerProblem } from "../ledger.ts";
import type { Cents } from "../money.ts";
import type { Wire } from "../notification.ts";
import { nextDue, nextDueAt } from "../schedule.ts";
import { defaultSettings, type SettingsPatch, withChanges } from "../settings.ts";
import type { Webhook } from "../webhook.ts";
import { emptyWorld, existing } from "../world.ts";
import { attemptsEnded, type SimulatedReceiver } from "./postman.ts";
import type { Told } from "./told.ts";

/** Writes notifications as they are, so that tests can read what they would tell. */
export const jsonWire: Wire = { body: (notification) => JSON.stringify(notification) };

export const acme: CompanyProfile = {
  name: "Acme",
  document: "11222333000181",
  pixKey: "acme@pix.example",
  responsible: { name: "Ana", email: "ana@acme.example" },
  retention: null,
  automaticWithdrawal: null,
};

/** More than any test has due at once; without a bound an item that schedules itself anew would run for ever. */
const MAX_AT_ONE_INSTANT = 1_000;

interface Beginning {
  readonly seed?: string;
  /** ISO 8601. The default is nine in the morning in São Paulo, whose clocks are three hours behind UTC. */
  readonly startAt?: string;
  readonly settings?: SettingsPatch;
  readonly profile?: Partial<CompanyProfile>;
  /** What the company has available to begin with. */
  readonly balance?: Cents;
}

type ChargeTerms = Partial<Omit<CommandOf<"create-charge">, "type">>;
type SubscriptionTerms = Partial<Omit<CommandOf<"create-subscription">, "type">>;

/**
 * A world with one company, told step by step: given what happened, when this is asked, then these events or this
 * rejection. Time passes only by `runUntil` and `advance`, which do everything that falls due on the way: at each
 * instant first what happens within the world, then the attempts to deliver. What is due at the present instant waits
 * until the story runs on, be it by no time at all. The books are checked after every event.
 */
export class Story {
  readonly world = emptyWorld();
  readonly history: Told[] = [];
  readonly companyId: string;
  /** What attempts to deliver meet. */
  receiver: SimulatedReceiver = () => "ok";
  now: Instant;

  constructor({ seed = "story", startAt = "2026-01-15T12:00:00Z", settings, profile, balance = 0 }: Beginning = {}) {
    this.now = instant(startAt);
    this.given({ type: "create-world", seed, settings: withChanges(defaultSettings, settings ?? {}) });
    this.companyId = this.addCompany(profile);
    if (balance > 0) this.charge({ total: balance, paid: true, retention: { percent: 0, holdFor: "P1D" } });
  }

  /** Asks for something that is expected to be granted. */
  given(...commands: readonly Command[]): this {
    for (const command of commands) {
      const { events, outcome } = this.when(command);
      if (events.length === 0) throw new Error(`${command.type} was refused: ${outcome.type}`);
    }
    return this;
  }

  /** Asks for something now, and makes true what follows from it. */
  when(command: Command): Decision {
    const decision = decide(this.world, command, this.now, jsonWire);
    for (const event of decision.events) this.happen(event);
    return decision;
  }

  /** Makes facts true. */
  happen(event: WorldEvent): void {
    evolve(this.world, event, this.now);
    this.history.push({ at: this.now, event });
    for (const { companyId, ledger } of this.world.companies.values()) {
      const problem = ledgerProblem(ledger);
      if (problem !== null) throw new Error(`after ${event.type} of ${companyId}: ${problem}`);
    }
  }

  /** Does all that is due up to and including `until`, each at its own time, and answers with what happened. */
  runUntil(until: Instant | string): readonly Told[] {
    const end = typeof until === "string" ? instant(until) : until;
    const before = this.history.length;
    let atThisInstant = 0;
    for (let at = nextDueAt(this.world); at !== null && at <= end; at = nextDueAt(this.world)) {
      if (at < this.now) throw new Error(`something was due in the past, at ${iso(at)}`);
      atThisInstant = at === this.now ? atThisInstant + 1 : 1;
      if (atThisInstant > MAX_AT_ONE_INSTANT) throw new Error(`the agenda does not settle at ${iso(at)}`);
      this.now = at;
      this.given(...this.#beginDue());
    }
    this.now = end;
    return this.history.slice(before);
  }

  /** The first thing that is due now or, when nothing is, all attempts to deliver that are. */
  #beginDue(): Command[] {
    const item = nextDue(this.world);
    if (item === null || item.at > this.now) return attemptsEnded(this.world, this.now, this.receiver);
    this.world.agenda.pop();
    return [commandFor(this.world, item)];
  }

  advance(by: IsoDuration): readonly Told[] {
    return this.runUntil(addDuration(this.now, by, this.world.settings.timeZone));
  }

  addCompany(profile: Partial<CompanyProfile> = {}): string {
    const { outcome } = this.when({ type: "add-company", profile: { ...acme, ...profile } });
    if (outcome.type !== "company-added") throw new Error(outcome.type);
    return outcome.companyId;
  }

  charge(terms: ChargeTerms = {}): string {
    const { outcome } = this.when({ type: "create-charge", companyId: this.companyId, total: 10_000, ...terms });
    if (outcome.type !== "charge-created") throw new Error(outcome.type);
    return outcome.chargeId;
  }

  /** Moves a charge of the first company. */
  move(type: ChargeMove, chargeId: string): Decision {
    return this.when({ type, companyId: this.companyId, chargeId });
  }

  subscription(terms: SubscriptionTerms = {}): string {
    const { companyId } = this;
    const asked = { type: "create-subscription", companyId, amountCents: 5_000, interval: "P1M", ...terms } as const;
    const { outcome } = this.when(asked);
    if (outcome.type !== "subscription-created") throw new Error(outcome.type);
    return outcome.subscriptionId;
  }

  /** A webhook of the first company, unless told otherwise, that wants to hear of payments. */
  webhook(terms: Partial<Omit<CommandOf<"create-webhook">, "type">> = {}): string {
    const url = "https://hooks.acme.dev/saldo";
    const asked = { companyId: this.companyId, name: "Orders", url, events: ["charge.paid"], ...terms };
    const { outcome } = this.when({ type: "create-webhook", ...asked });
    if (outcome.type !== "webhook-created") throw new Error(outcome.type);
    return outcome.webhookId;
  }

  withdrawal(value: Cents): string {
    const { outcome } = this.when({ type: "initiate-withdrawal", companyId: this.companyId, value });
    if (outcome.type !== "initiated") throw new Error(outcome.type);
    return outcome.withdrawId;
  }

  changeSettings(patch: SettingsPatch): void {
    this.given({ type: "change-settings", patch });
  }

  webhookOf(webhookId: string): Webhook {
    return existing(this.world.webhooks, webhookId);
  }

  deliveryOf(deliveryId: string): Delivery {
    return existing(this.world.deliveries, deliveryId);
  }
}

/** The instant that an ISO 8601 text names. */
export function instant(iso: string): Instant {
  return Date.parse(iso);
}

/** An instant as ISO 8601, so that a failing test can be read. */
export function iso(at: Instant | null | undefined): string {
  return at === null || at === undefined ? "never" : new Date(at).toISOString();
}
