import { findWebhookId } from "../profile/webhook-id.ts";
import { createByAnyName } from "../profile/webhook-names.ts";
import type { Account } from "../target/account.ts";
import { until } from "../target/clock.ts";
import { pagesAfter } from "../target/list-pages.ts";
import { LostAnswer } from "../target/lost-answer.ts";
import type { Receiver, Reply } from "../target/receiver.ts";
import { type Arrival, type Call, isSuccess, type TraceEntry } from "../trace/trace.ts";
import { StoryEnded } from "./story-ended.ts";

/** Says how to respond to an attempt: `nth` counts what came to this webhook, from 1. */
export type Replies = (nth: number, arrival: Arrival) => Reply;

export interface HookParts {
  readonly account: Account;
  readonly receiver: Receiver;
  readonly trace: TraceEntry[];
  readonly story: string;
}

/** A webhook of a run that delivers to its receiver. */
export class HookInPlay {
  readonly url: string;
  readonly arrivals: Arrival[] = [];
  readonly creation: Call;
  readonly #account: Account;
  #replies: Replies;
  #id: Promise<string | undefined> | undefined;

  private constructor(account: Account, url: string, creation: Call, replies: Replies) {
    this.#account = account;
    this.url = url;
    this.creation = creation;
    this.#replies = replies;
  }

  /** Whether it is as good as one that would be created now: it was for the same story and events, and told nothing. */
  isUnusedFor({ account, story }: HookParts, events: readonly string[]): boolean {
    const { members } = this.creation.request;
    const isSame = this.#account.name === account.name && this.creation.story === story;
    return isSame && this.arrivals.length === 0 && JSON.stringify(members.events) === JSON.stringify(events);
  }

  replyWith(replies: Replies = ok): void {
    this.#replies = replies;
  }

  /** Creates a webhook, for another URL where an answer was lost. Throws `StoryEnded` when the target rejects it. */
  static async create(parts: HookParts, events: readonly string[], replies?: Replies): Promise<HookInPlay> {
    for (let nth = 1; ; nth += 1) {
      try {
        return await HookInPlay.#create(parts, events, replies);
      } catch (error) {
        if (!(error instanceof LostAnswer) || nth >= MAX_CREATIONS) throw error;
      }
    }
  }

  static async #create(parts: HookParts, events: readonly string[], replies: Replies = ok): Promise<HookInPlay> {
    const { account, receiver, trace, story } = parts;
    const mark = crypto.randomUUID();
    const path = `/hooks/${mark}`;
    const url = receiver.url + path;
    const hook: { current?: HookInPlay } = {};
    receiver.expect(path, (received) => {
      const { current } = hook;
      const base = { kind: "arrival", story, account: account.name, at: account.clock.now(), ...received } as const;
      const nth = (current?.arrivals.length ?? 0) + 1;
      // What comes before the webhook is created may check its URL.
      const reply = current === undefined ? { status: 200 } : current.#replies(nth, { ...base, status: 0, delayMs: 0 });
      const arrival: Mutable<Arrival> = { ...base, status: reply.status, delayMs: reply.delayMs ?? 0 };
      current?.arrivals.push(arrival);
      trace.push(arrival);
      const onHead = (ms: number, isBusy: boolean) => {
        if (ms > arrival.delayMs + LATE_MS) arrival.delayMs = ms;
        // In a sandbox, time is not the machine's.
        if (account.clock.isAdvanced) delete arrival.isBusy;
        else if (isBusy) arrival.isBusy = true;
      };
      return { ...reply, onHead };
    });
    const creation = await createByAnyName(account, { url, name: `saldo-${mark.slice(0, 8)}`, events });
    if (!isSuccess(creation)) throw new StoryEnded("no webhook could be created", [creation]);
    const created = new HookInPlay(account, url, creation, replies);
    hook.current = created;
    return created;
  }

  /** Throws `StoryEnded` when nothing in the creation's response is the identifier. */
  async id(): Promise<string> {
    this.#id ??= findWebhookId(this.#account, this.creation, this.#account.description.names.webhookId);
    const id = await this.#id;
    if (id === undefined) throw new StoryEnded("no part of a created webhook is its id (--name webhookId=<member>)");
    return id;
  }

  /** Waits until this many attempts came, at most for this time. Returns whether they did. */
  async receives(count: number, withinMs: number): Promise<boolean> {
    const { clock } = this.#account;
    return until(clock, () => this.arrivals.length >= count, { withinMs, stepMs: clock.isAdvanced ? 1_000 : 100 });
  }

  async test(): Promise<Call> {
    return this.#account.call("testWebhook", {}, { id: await this.id() });
  }

  /** Reads all pages of its log. */
  async log(): Promise<void> {
    const id = await this.id();
    const first = await this.#account.call("listWebhookLogs", {}, { id });
    const ask = (query: string) => this.#account.call("listWebhookLogs", {}, { id, query, isPage: true });
    if (isSuccess(first)) for await (const _ of pagesAfter(first, ask));
  }
}

/** What is later than was meant by less than this makes no difference. */
const LATE_MS = 500;

/** A network that loses more is asked for too much. */
const MAX_CREATIONS = 3;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const ok: Replies = () => ({ status: 200 });
