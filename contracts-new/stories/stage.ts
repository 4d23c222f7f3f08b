import { type CodeLife, codeLife } from "../model/code-life.ts";
import { withdrawalRequests } from "../model/withdrawals.ts";
import type { Account } from "../target/account.ts";
import type { Capability } from "../target/driver/capability.ts";
import type { Driver } from "../target/driver/driver.ts";
import type { Receiver } from "../target/receiver.ts";
import { memberCalled } from "../trace/find.ts";
import { type Call, isSuccess, type TraceEntry } from "../trace/trace.ts";
import { HookInPlay, type Replies } from "./hooks.ts";
import { StoryEnded } from "./story.ts";

/** Where a story plays: its account, and what the user allows. */
export interface StageParts {
  readonly account: Account;
  readonly trace: TraceEntry[];
  readonly story: string;
  readonly valueCents: number;
  readonly may: (capability: Capability) => boolean;
  readonly receiver: Receiver;
  readonly driver: Driver;
  readonly readCode: (
    withdrawId: string,
    sentAfter: number,
    known: readonly string[],
  ) => Promise<{ code: string; to?: string }>;
}

export class Stage {
  readonly account: Account;
  readonly may: (capability: Capability) => boolean;
  readonly #parts: StageParts;

  constructor(parts: StageParts) {
    this.#parts = parts;
    this.account = parts.account;
    this.may = parts.may;
  }

  /** What withdrawals of a story are worth. */
  get valueCents(): number {
    return this.#parts.valueCents;
  }

  async open(account = this.account): Promise<OpenWithdrawal> {
    const { valueCents } = this.#parts;
    const call = await account.initiate(valueCents);
    const id = memberCalled(call.response?.json, "withdrawId");
    if (!isSuccess(call) || (typeof id !== "string" && typeof id !== "number")) {
      throw new StoryEnded(`the initiation of a withdrawal got ${call.response?.status ?? call.failure}`);
    }
    return new OpenWithdrawal(String(id), valueCents, { ...this.#parts, account });
  }

  /** Cancels what a request has opened that should have opened nothing. */
  async undo(call: Call): Promise<void> {
    const id = memberCalled(call.response?.json, "withdrawId");
    if (isSuccess(call) && id !== undefined) await this.account.cancel(String(id));
  }

  /** Another company on the same target. */
  async otherCompany(): Promise<Account> {
    const { apiKey } = await this.act("other-key");
    if (typeof apiKey !== "string") throw new StoryEnded("the driver gave no API key of a second company");
    return this.account.ofOther(`${this.account.name}, other company`, apiKey);
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

  hook(events: readonly string[], replies?: Replies): Promise<HookInPlay> {
    return HookInPlay.create(this.#parts, events, replies);
  }

  /** Requests a new code until it is sent: only then is the life of the old one over. */
  async renew(withdrawal: OpenWithdrawal): Promise<void> {
    const { clock } = this.account;
    const stepMs = clock.isAdvanced ? 15_000 : 500;
    for (let passedMs = 0; passedMs <= hourMs; passedMs += stepMs) {
      if (isSuccess(await withdrawal.resend())) return;
      await clock.pass(stepMs);
    }
    throw new StoryEnded("no new code was sent within an hour");
  }

  async outlive(_withdrawal: OpenWithdrawal): Promise<void> {
    const { atMostMs } = this.#life;
    if (!Number.isFinite(atMostMs)) throw new StoryEnded("how long a code lives was not seen");
    await this.account.clock.pass(atMostMs + 200);
  }

  get #life(): CodeLife {
    return codeLife(withdrawalRequests(this.#parts.trace));
  }
}

/** A withdrawal of a story, with what its account asks about it. */
export class OpenWithdrawal {
  readonly id: string;
  readonly valueCents: number;
  readonly #parts: StageParts;
  #sentAfter: number;
  readonly #codes: string[] = [];
  #isRead = false;

  constructor(id: string, valueCents: number, parts: StageParts) {
    this.id = id;
    this.valueCents = valueCents;
    this.#parts = parts;
    this.#sentAfter = Date.now();
  }

  confirm(code: string) {
    return this.#parts.account.confirm(this.id, code);
  }

  async resend() {
    const askedAt = Date.now();
    const call = await this.#parts.account.resend(this.id);
    if (isSuccess(call)) {
      this.#sentAfter = askedAt;
      this.#isRead = false;
    }
    return call;
  }

  cancel() {
    return this.#parts.account.cancel(this.id);
  }

  /** Gives this many wrong codes, one after the other. */
  async spoil(count: number): Promise<void> {
    const right = Number(await this.code());
    for (let nth = 1; nth <= count; nth += 1) {
      const call = await this.confirm(String((right + nth * 101) % 1_000_000).padStart(6, "0"));
      if (isSuccess(call)) throw new StoryEnded("a wrong code confirmed the withdrawal");
    }
  }

  /** Reads the newest code that was sent. */
  async code(): Promise<string> {
    const newest = this.#codes.at(-1);
    if (newest !== undefined && this.#isRead) return newest;
    const { account, story, trace, readCode } = this.#parts;
    const base = { kind: "code", story, account: account.name, withdrawId: this.id } as const;
    const { code, to } = await readCode(this.id, this.#sentAfter, this.#codes).catch((error: unknown) => {
      trace.push({ ...base, code: "", at: account.clock.now() });
      throw error;
    });
    trace.push({ ...base, code, at: account.clock.now(), ...(to !== undefined && { to }) });
    this.#codes.push(code);
    this.#isRead = true;
    return code;
  }
}

const hourMs = 60 * 60_000;
