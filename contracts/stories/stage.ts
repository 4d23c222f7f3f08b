import { isHeaderSecret } from "../../src/client/header-secret.ts";
import { durationText } from "../judge/duration.ts";
import { valuesIn } from "../judge/json.ts";
import { type CodeLife, codeLife } from "../model/code-life.ts";
import { saysOne } from "../model/deliveries.ts";
import { idsIn } from "../model/ids.ts";
import { BOOKED_MS } from "../model/movements.ts";
import { withdrawalRequests } from "../model/withdrawal-requests.ts";
import type { Account } from "../target/account.ts";
import { until } from "../target/clock.ts";
import type { Capability } from "../target/driver/capability.ts";
import type { Driver } from "../target/driver/driver.ts";
import type { Receiver } from "../target/receiver.ts";
import { actsIn, arrivalsIn, callsOf, memberCalled } from "../trace/find.ts";
import { type Call, isSuccess } from "../trace/trace.ts";
import { HookInPlay, type Replies } from "./hooks.ts";
import { idIn, OpenWithdrawal, type WithdrawalParts } from "./open-withdrawal.ts";
import { StoryEnded } from "./story-ended.ts";

/** Where a story plays: its account, and what the user allows. */
export interface StageParts extends WithdrawalParts {
  readonly valueCents: number;
  readonly receiver: Receiver;
  readonly driver: Driver;
  /** How long a single wait may take at most, by the target's clock. */
  readonly patienceMs: number;
  /** How long live traffic is listened to. */
  readonly listenMs: number;
  /** What the stories of a run tell each other. */
  readonly shared: SharedWaits;
  /** What the run has made of a withdrawal of its own that may stand in the way of another one. */
  readonly standing: (withdrawId: string) => "open" | "confirmed" | "in-review" | undefined;
  /** Lets other stories open withdrawals. */
  readonly onlyWaits: () => void;
  /** Waits until no other story opens withdrawals. */
  readonly opensAgain: () => Promise<void>;
}

export interface SharedWaits {
  /** How many stories waited for a new code in vain: a third one would wait for nothing. */
  newCodesMissed: number;
  /** How many codes did not come. */
  codesMissed: number;
  /** Withdrawals whose end was waited for in vain. */
  readonly lasting: Set<string>;
  /** Webhooks that were created: accounts may have few, and none can be deleted. */
  readonly hooks: Set<HookInPlay>;
}

export class Stage {
  readonly account: Account;
  readonly may: (capability: Capability) => boolean;
  /** What withdrawals of a story are worth. */
  readonly valueCents: number;
  readonly listenMs: number;
  /** Says that this story opens no more withdrawals: others may, while it waits. */
  readonly onlyWaits: () => void;
  readonly opensAgain: () => Promise<void>;
  readonly #parts: StageParts;
  readonly #hooks = new Set<HookInPlay>();

  constructor(parts: StageParts) {
    this.#parts = parts;
    this.account = parts.account;
    this.may = parts.may;
    this.valueCents = parts.valueCents;
    this.listenMs = parts.listenMs;
    this.onlyWaits = parts.onlyWaits;
    this.opensAgain = parts.opensAgain;
  }

  async open(account = this.account, valueCents = this.valueCents): Promise<OpenWithdrawal> {
    const call = await this.initiate(valueCents, account);
    const id = idIn(call);
    if (!isSuccess(call) || id === undefined) throw new StoryEnded("no withdrawal could be opened", [call]);
    return new OpenWithdrawal(id, valueCents, { ...this.#parts, account });
  }

  /** Initiates a withdrawal, once no other one of the run stands in its way any more. */
  async initiate(valueCents: number, account = this.account): Promise<Call> {
    let call = await account.initiate(valueCents);
    const startedAt = account.clock.now();
    while (call.response?.status === 409 && (await this.#waits(account, idIn(call) ?? "", startedAt))) {
      call = await account.initiate(valueCents);
    }
    return call;
  }

  /** Does what there is to do about a withdrawal that stands in the way. Returns whether that may have helped. */
  async #waits(account: Account, id: string, startedAt: number): Promise<boolean> {
    const { standing, shared, patienceMs } = this.#parts;
    const stands = standing(id);
    const passedMs = account.clock.now() - startedAt;
    if (stands === undefined || shared.lasting.has(id)) return false;
    if (stands === "open" && passedMs < 5_000 && isSuccess(await account.cancel(id))) return true;
    if (stands === "in-review" && passedMs < 1_000) await this.#approve(id);
    if (passedMs >= (stands === "open" ? 5_000 : patienceMs)) {
      shared.lasting.add(id);
      const how = `stood in the way for ${durationText(passedMs)}`;
      throw new StoryEnded(
        `the withdrawal ${id}, which this run has ${stands === "open" ? "cancelled" : "confirmed"}, ${how} (--patience)`,
      );
    }
    await account.clock.pass(Math.min(5_000, Math.max(1_000, passedMs / 10)), `the payment of the withdrawal ${id}`);
    return true;
  }

  async #approve(id: string): Promise<void> {
    if (!this.may("approve-withdrawal")) {
      throw new StoryEnded(`the withdrawal ${id} is in review, and stands in the way until a super admin approves it`);
    }
    const isApproved = actsIn(this.#parts.trace, "approve-withdrawal").some(({ given }) => given.withdrawId === id);
    if (!isApproved) await this.act("approve-withdrawal", { withdrawId: id });
  }

  /** Cancels what a request has opened that should have opened nothing. */
  async undo(call: Call): Promise<void> {
    const id = idIn(call);
    if (isSuccess(call) && id !== undefined) await this.account.cancel(id);
  }

  /** Initiates one more while another one is open, which should be rejected. */
  async another(): Promise<void> {
    await this.undo(await this.account.initiate(this.valueCents));
  }

  /** Reads the balance once what comes back after the end of a withdrawal is back, and what was paid is booked. */
  async readSettled(): Promise<void> {
    await this.account.clock.pass(BOOKED_MS + 200);
    await this.account.balance();
  }

  /** Another company on the same target. */
  async otherCompany(): Promise<Account> {
    const { apiKey } = await this.act("other-key");
    if (typeof apiKey !== "string") throw new StoryEnded("the driver gave no API key of a second company");
    if (!isHeaderSecret(apiKey))
      throw new StoryEnded("the API key of a second company has characters that no header can carry");
    if (apiKey === this.account.apiKey)
      throw new StoryEnded("the driver gave the run's own API key as another company's");
    return this.account.withKey(apiKey);
  }

  /** Waits, where a webhook of the run has selected an event, until one is told of it or that would be late. `isNew`: of something that the run has not made. */
  async untilTold(event: string, since: number, isNew = false): Promise<void> {
    const { trace, account, patienceMs } = this.#parts;
    const { clock } = account;
    const known = isNew ? idsIn(trace) : new Set<string>();
    const isSelected = callsOf(trace, "createWebhook").some(
      (call) => call.account === account.name && isSuccess(call) && valuesIn(call.request.members).includes(event),
    );
    const isTold = () =>
      arrivalsIn(trace).some(
        ({ at, json }) => at >= since && memberCalled(json, "event") === event && !saysOne(json, known),
      );
    const wait = { withinMs: Math.min(LATE_MS, patienceMs), stepMs: clock.isAdvanced ? 5_000 : 500 };
    if (isSelected) await until(clock, isTold, { ...wait, what: `a webhook to be told ${event}` });
  }

  /** Has something done that no API key can do, and adds it to the trace. */
  async act(capability: Capability, given: Readonly<Record<string, unknown>> = {}) {
    const { account, story, trace, driver } = this.#parts;
    const startedAt = account.clock.now();
    const result = await driver.act(capability, given);
    const at = account.clock.now();
    trace.push({ kind: "act", story, account: account.name, capability, given, result, startedAt, at });
    return result;
  }

  /** Creates a webhook, or takes an unused one that the story had before it was played again. */
  async hook(events: readonly string[], replies?: Replies, account = this.account): Promise<HookInPlay> {
    const parts = { ...this.#parts, account };
    const earlier = parts.shared.hooks.difference(this.#hooks);
    const unused = [...earlier].find((hook) => hook.isUnusedFor(parts, events));
    unused?.replyWith(replies);
    const hook = unused ?? (await HookInPlay.create(parts, events, replies));
    this.#hooks.add(hook);
    parts.shared.hooks.add(hook);
    return hook;
  }

  /**
   * Requests a new code until it is sent: only then is the life of the old one over. Where time costs nothing, it asks from
   * the beginning, or, in steps of `stepMs`, from when the codes before were last seen to live.
   */
  async renew(withdrawal: OpenWithdrawal, stepMs?: number): Promise<void> {
    const { clock } = this.account;
    const { patienceMs, shared } = this.#parts;
    if (shared.newCodesMissed >= 2)
      throw new StoryEnded("no new code was sent to the stories before, however long they waited");
    const { atLeastMs, atMostMs } = this.#life;
    // What was seen only roughly is looked at again.
    const knownAtMostMs = atMostMs > 2 * atLeastMs ? atLeastMs : atMostMs;
    const likelyMs = clock.isAdvanced ? (stepMs === undefined ? 0 : atLeastMs) : knownAtMostMs;
    const knownMs = likelyMs - (clock.now() - withdrawal.sentAt);
    if (Number.isFinite(knownMs) && knownMs > 0) await this.#pass(knownMs, withdrawal);
    const startedAt = clock.now();
    const capMs = Math.min(HOUR_MS, patienceMs);
    for (let call = await withdrawal.resend(); !isSuccess(call); call = await withdrawal.resend()) {
      const passedMs = clock.now() - startedAt;
      if (passedMs >= capMs) {
        shared.newCodesMissed += 1;
        throw new StoryEnded(`no new code was sent within ${durationText(capMs)}`, [call]);
      }
      await this.#pass(clock.isAdvanced ? (stepMs ?? 20_000) : Math.max(1_000, passedMs / 8), withdrawal);
    }
  }

  /** Waits until the newest code has expired, as far as the life of codes is known. */
  async outlive(withdrawal: OpenWithdrawal): Promise<void> {
    const { atMostMs } = this.#life;
    if (!Number.isFinite(atMostMs)) throw new StoryEnded("it is not known how long a code lives");
    if (atMostMs > this.#parts.patienceMs) throw new StoryEnded(`a code lives ${durationText(atMostMs)} (--patience)`);
    await this.#pass(atMostMs + 200, withdrawal);
  }

  #pass(ms: number, { id }: OpenWithdrawal): Promise<void> {
    return this.account.clock.pass(ms, `the code of the withdrawal ${id} to expire`);
  }

  get #life(): CodeLife {
    return codeLife(withdrawalRequests(this.#parts.trace));
  }
}

/** An event that comes later than this is not waited for. */
const LATE_MS = 33_000;
const HOUR_MS = 60 * 60_000;
