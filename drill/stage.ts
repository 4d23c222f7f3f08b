import type { Answer } from "../src/client/answer.ts";
import type { SaldoWorld } from "../src/client/saldo-client.ts";
import type { SettingsChange } from "../src/client/settings.ts";
import { carriedOut, UnexpectedAnswer } from "../src/client/unexpected-answer.ts";
import { MAX_LISTED } from "../src/client/wait.ts";
import { money } from "../src/report/money.ts";
import type { Withdrawal } from "../src/spec/generated/control-api.ts";
import type { Act, AnyApplication } from "./application.ts";
import type { Clock } from "./clock.ts";
import { inTime, troubleOf } from "./unusable.ts";

/** As long as the platform waits for a receiver. */
const RECEIVER_MS = 10_000;

/** Longer than a code is valid. */
const TOO_LONG_MS = 301_000;

/** An act that the application was told, and what it said when that failed. */
export interface Acted {
  readonly name: string;
  readonly typesCode: boolean;
  readonly trouble: string | null;
}

/** What the person who reads codes in the e-mail does instead of typing one. */
type Lapse = "late" | "wrong" | "slow";

/** A world with an application in it, and what steps do there. */
export class DrillStage {
  readonly world: SaldoWorld;
  readonly clock: Clock;
  /** Another one after a death. */
  app: unknown;
  /** The charges that the drill has made, oldest first. */
  readonly charges: string[] = [];
  /** In their order. */
  readonly acted: Acted[] = [];
  /** Withdrawals that people have made by hand. */
  readonly strangers = new Set<string>();
  /** What the person does with the next codes. */
  lapses: Lapse[] = [];
  /** Whether the person was asked for a code. */
  wasAsked = false;
  /** Lets the application do the last act again, with another reference. Returns null if there was none. */
  again: () => Promise<string | null> = async () => null;
  /** Whether people have called the platform, also where that was refused. */
  hasCallsByHand = false;
  readonly #application: AnyApplication;
  #acts = 0;
  #hasFaults = false;
  #isChanged = false;

  constructor(application: AnyApplication, world: SaldoWorld, clock: Clock) {
    this.#application = application;
    this.world = world;
    this.clock = clock;
  }

  /** Lets the application do something. Returns a sentence about it. */
  async act(name: string, act: Act<unknown, unknown>, args: unknown): Promise<string> {
    this.#acts += 1;
    if (act.typesCode !== true) this.again = () => this.act(name, act, args);
    const reference = `${name}-${this.#acts}${this.#acts % 3 === 0 ? "-ção-🎂" : ""}`;
    const given = Object.entries(Object(args)).map(([key, value]) =>
      key === "cents" ? money(Number(value)) : `${key} ${value}`,
    );
    const told = `The application is told to ${[name, ...given].join(" ")} (${reference})`;
    const context = { reference, code: () => this.code() };
    const trouble = await troubleOf(() => inTime(`the act ${name}`, () => act.do(this.app, args, context)));
    this.acted.push({ name, typesCode: act.typesCode === true, trouble });
    return `${told}.${saying(trouble)}`;
  }

  /** Returns the newest code of a withdrawal, or of all, as the person types it; null while no mail is there. */
  async code(withdrawId?: string): Promise<string | null> {
    this.wasAsked = true;
    const lapse = this.lapses.shift();
    const [newest, before] = await this.world.inbox.messages(withdrawId);
    if (lapse === "late") return before?.otpCode ?? null;
    if (newest === undefined) return null;
    if (lapse === "slow") await this.clock.pass(TOO_LONG_MS);
    if (lapse !== "wrong") return newest.otpCode;
    return newest.otpCode === "123456" ? "654321" : "123456";
  }

  /** Lets the application settle. Returns what it says when that fails, or null. */
  settlement(): Promise<string | null> {
    return troubleOf(() => inTime("settle", () => this.#application.settle?.(this.app)));
  }

  /** Ends everything that goes wrong, and what was changed of the platform. */
  async calm(): Promise<void> {
    this.lapses = [];
    await this.#application.dieAt?.(null);
    if (this.#hasFaults) await this.world.faults.removeAll();
    this.#hasFaults = false;
    await this.clock.reconnect();
    if (this.#isChanged)
      await this.change({ manualApproval: false, settlement: { outcome: "CONFIRMED", delay: "PT10S" } });
    await this.clock.reactivate();
  }

  /** Points the webhook at the receiver of the application. */
  async connect(): Promise<void> {
    const { receiver } = this.#application;
    if (receiver !== undefined) await this.clock.connect(receiver(this.app));
  }

  async restart(): Promise<void> {
    this.app = await inTime("restart", () => this.#application.restart?.(this.app));
    await this.connect();
  }

  /** Applies a preset, which `calm` ends. */
  async spoil(preset: string): Promise<void> {
    this.#isChanged = true;
    this.#hasFaults = true;
    const { chargeIds } = await this.world.presets.apply(preset);
    this.charges.push(...chargeIds);
    await this.clock.deliver();
  }

  async addFault(fault: Parameters<SaldoWorld["faults"]["add"]>[0]): Promise<void> {
    this.#hasFaults = true;
    await this.world.faults.add(fault);
  }

  async change(settings: SettingsChange): Promise<void> {
    this.#isChanged = true;
    await this.world.settings.change(settings);
  }

  /** Returns the withdrawals in this state, or all, oldest first. */
  async withdrawals(status?: Withdrawal["status"]): Promise<readonly Withdrawal[]> {
    const query = { status };
    return (await carriedOut(this.world.control.GET("/withdrawals", { params: { query } }))).withdrawals.toReversed();
  }

  /** Returns whether the platform has carried something out; it refuses what does not fit the state of things. */
  async could(work: Promise<unknown>): Promise<boolean> {
    try {
      await work;
      return true;
    } catch (error) {
      if (error instanceof UnexpectedAnswer && error.status < 500) return false;
      throw error;
    }
  }

  /** Initiates a withdrawal past the application. Returns null where the platform refuses it, or a fault is waiting. */
  async openByHand(value: number): Promise<string | null> {
    if (!(await this.#mayCallByHand())) return null;
    const opened = await this.#byHand("", { value });
    if (opened === null) return null;
    const withdrawId = opened.text("data.withdrawId");
    this.strangers.add(withdrawId);
    return withdrawId;
  }

  async confirmByHand(withdrawId: string): Promise<void> {
    await this.#byHand("/confirm", { withdrawId, otpCode: await this.world.inbox.latestCode(withdrawId) });
  }

  /** Returns whether it could: it cannot where a fault is waiting. */
  async cancelByHand(withdrawId: string): Promise<boolean> {
    return (await this.#mayCallByHand()) && (await this.#byHand("/cancel", { withdrawId })) !== null;
  }

  /** Returns whether people may call the platform: a fault that waits is for the application, and would apply to them. */
  async #mayCallByHand(): Promise<boolean> {
    if (this.#hasFaults && (await this.world.faults.list()).some(({ operationId }) => operationId !== undefined))
      return false;
    this.hasCallsByHand = true;
    return true;
  }

  async #byHand(path: string, body: object): Promise<Answer | null> {
    const answer = await this.world.ask("POST", `/account-balance/withdraw${path}`, body).catch(() => null);
    return answer !== null && answer.status < 400 ? answer : null;
  }

  /** Posts to the receiver what any client can write. Returns its status, or null if there is none or it does not answer. */
  async forge(event: string, data: object, signature: string | null): Promise<number | null> {
    const address = this.#application.receiver?.(this.app);
    if (address === undefined) return null;
    const at = new Date(this.clock.now).toISOString();
    const headers = {
      "Content-Type": "application/json",
      "X-Webhook-Event": event,
      "X-Webhook-Delivery": `forged-${at}`,
      "X-Webhook-Timestamp": new Date().toISOString(),
      ...(signature !== null && { "X-Webhook-Signature": signature }),
    };
    const body = JSON.stringify({ event, data, timestamp: at });
    const signal = AbortSignal.timeout(RECEIVER_MS);
    return fetch(address, { method: "POST", headers, body, signal }).then(
      ({ status }) => status,
      () => null,
    );
  }

  /** Makes an old delivery again, the newest first; -1 is the oldest. Returns false if there is none, or it cannot be made. */
  async redeliver(index: number): Promise<boolean> {
    const deliveries = await this.world.webhooks.deliveries({ limit: MAX_LISTED, state: "DELIVERED" });
    const delivery = deliveries.at(index % Math.max(1, deliveries.length));
    if (delivery === undefined) return false;
    const params = { path: { deliveryId: delivery.deliveryId } };
    const again = this.world.control.POST("/deliveries/{deliveryId}/redeliver", { params });
    if (!(await this.could(carriedOut(again)))) return false;
    await this.clock.deliver();
    return true;
  }
}

/** Returns what an application says when it fails, behind a sentence. */
export function saying(trouble: string | null): string {
  return trouble === null ? "" : ` It says "${trouble}".`;
}
