import { textOf } from "../judge/json.ts";
import type { Account } from "../target/account.ts";
import { NoCode, type ReadCode } from "../target/codes/code-source.ts";
import type { Capability } from "../target/driver/capability.ts";
import { memberCalled } from "../trace/find.ts";
import { type Call, isSuccess, type TraceEntry, wasRejected } from "../trace/trace.ts";
import { StoryEnded } from "./story-ended.ts";
import { wrongCode } from "./wrong-code.ts";

export function idIn({ response }: Call): string | undefined {
  return textOf(memberCalled(response?.json, "withdrawId"));
}

/** Whose withdrawal it is, and how its codes are read. */
export interface WithdrawalParts {
  readonly account: Account;
  readonly trace: TraceEntry[];
  readonly story: string;
  readonly may: (capability: Capability) => boolean;
  readonly readCode: (withdrawId: string, sentAfter: number, known: readonly string[]) => Promise<ReadCode>;
}

/** A withdrawal of a story, with what its account asks about it. */
export class OpenWithdrawal {
  readonly id: string;
  readonly valueCents: number;
  readonly #parts: WithdrawalParts;
  #sentAfter: number;
  /** When the newest code was sent, by the target's clock. */
  sentAt: number;
  /** Whether it was confirmed, and waits for a super admin. */
  isParked = false;
  readonly #codes: string[] = [];
  #isRead = false;

  constructor(id: string, valueCents: number, parts: WithdrawalParts) {
    this.id = id;
    this.valueCents = valueCents;
    this.#parts = parts;
    // The code is a little older than this object: what was known is never too late.
    this.#sentAfter = Date.now() - 1_000;
    this.sentAt = parts.account.clock.now();
  }

  async confirm(code: string) {
    const call = await this.#parts.account.confirm(this.id, code);
    if (isSuccess(call)) this.isParked = memberCalled(call.response?.json, "status") === "PENDING_REVIEW";
    return call;
  }

  async resend() {
    const askedAt = Date.now();
    const call = await this.#parts.account.resend(this.id);
    if (isSuccess(call)) {
      this.#sentAfter = askedAt;
      this.sentAt = this.#parts.account.clock.now();
      this.#isRead = false;
    }
    return call;
  }

  /** Where it is rejected, the history tells whether another client was faster. */
  async cancel() {
    const call = await this.#parts.account.cancel(this.id);
    if (wasRejected(call)) await this.#parts.account.withdrawals();
    return call;
  }

  /** Gives this many wrong codes, one after the other. */
  async spoil(count: number): Promise<void> {
    const right = await this.code();
    for (let nth = 1; nth <= count; nth += 1) {
      const call = await this.confirm(wrongCode(right, nth, this.#parts.may("settle")));
      if (isSuccess(call)) throw new StoryEnded("a wrong code confirmed the withdrawal", [call]);
    }
  }

  /** Whether its newest code was mailed, and is another one than this. */
  async hasOtherCode(code: string): Promise<boolean> {
    const own = await this.codeIfMailed();
    return own !== undefined && own !== code;
  }

  /** Returns the newest code, or undefined when the mailbox has none. */
  async codeIfMailed(): Promise<string | undefined> {
    return this.code().catch((error: unknown) => {
      if (error instanceof NoCode && error.isMissing) return undefined;
      throw error;
    });
  }

  /** Reads the newest code that was sent. */
  async code(): Promise<string> {
    const newest = this.#codes.at(-1);
    if (newest !== undefined && this.#isRead) return newest;
    const { account, story, trace, readCode } = this.#parts;
    const base = { kind: "code", story, account: account.name, withdrawId: this.id } as const;
    const { code, to, responsible } = await readCode(this.id, this.#sentAfter, this.#codes).catch((error: unknown) => {
      const isMissing = error instanceof NoCode && error.isMissing;
      if (isMissing) trace.push({ ...base, code: "", at: account.clock.now() });
      throw error;
    });
    const whose = { ...(to !== undefined && { to }), ...(responsible !== undefined && { responsible }) };
    trace.push({ ...base, code, at: account.clock.now(), ...whose });
    this.#codes.push(code);
    this.#isRead = true;
    return code;
  }
}
