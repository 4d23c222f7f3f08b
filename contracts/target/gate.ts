import type { Description } from "../judge/description.ts";
import { Forwarder, type Passed } from "./forward.ts";
import { Guard } from "./guard.ts";
import { limitText, Pace } from "./pace.ts";
import { type Denial, NotAllowed, type Permissions } from "./permissions.ts";
import type { Routes } from "./routes.ts";
import { type Sent, sentOf } from "./sent.ts";

interface GateParts {
  readonly url: string;
  readonly description: Description;
  readonly permissions: Permissions;
  readonly apiKey?: string | undefined;
  /** Whether the target is a sandbox with a control plane: only the user's own account is real there. */
  readonly isSandbox: boolean;
  /** How long a target may ask to wait when there were too many requests. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  readonly routes: Routes;
}

/** The only way to the target. Lets nothing pass to a real account that the user has not allowed. */
export class Gate {
  readonly guard: Guard;
  readonly #parts: GateParts;
  readonly #forwarder: Forwarder;
  readonly #pace: Pace;
  /** Keys of companies in worlds that the run has made. */
  readonly #ownKeys = new Set<string>();
  readonly #denials = new Map<string, Denial>();
  /** Requests without a response yet, with their stories. */
  readonly #underWay = new Map<Promise<unknown>, string>();

  constructor(parts: GateParts) {
    this.#parts = parts;
    this.#forwarder = new Forwarder(parts.url, parts.isSandbox);
    this.#pace = new Pace({ ...parts, forward: (passed) => this.#forwarder.follow(passed) });
    this.guard = new Guard(parts.description, parts.permissions, parts.apiKey, parts.routes);
  }

  /**
   * Sends a request for a story, or returns why it must not be sent. Throws `NotAllowed` when nothing can be sent any more:
   * the run was interrupted, or the target limits its rate. `onVain` is told of answers after which it was sent again.
   */
  async send(
    passed: Passed,
    story: string,
    onVain: (sent: Sent) => void = () => {},
  ): Promise<Sent | { readonly denial: Denial }> {
    if (this.#parts.signal.aborted) throw new NotAllowed("the run was interrupted");
    const isReal = this.#isReal(passed);
    const denial = isReal ? this.guard.denial(passed, story) : undefined;
    if (denial !== undefined) {
      if (!this.#denials.has(story)) this.#denials.set(story, denial);
      return { denial };
    }
    const patiently = (one: Passed) => this.#pace.send(one, (answer) => one === passed && onVain(sentOf(answer)));
    const asked = isReal ? this.guard.send(patiently, story, passed) : this.#forwarder.send(passed);
    this.#underWay.set(asked, story);
    const answer = await asked.finally(() => this.#underWay.delete(asked));
    if (isReal && this.#pace.putsOff(answer)) {
      onVain(sentOf(answer));
      throw new NotAllowed(limitText(answer));
    }
    return sentOf(answer);
  }

  /** What else the run has found out about the way to the target: sentences. */
  get remarks(): readonly string[] {
    return this.#forwarder.hasFollowed
      ? ["The target redirects to paths with another end, with a slash or without one. The run followed."]
      : [];
  }

  /** Returns why the first request of a story was not sent that was not. */
  denialIn(story: string): Denial | undefined {
    return this.#denials.get(story);
  }

  /** Sends a request of the sandbox's control plane, as `fetch` does. */
  readonly control = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const base = new URL(this.#parts.url).pathname.replace(/\/+$/, "");
    const path = pathname.slice(base.length) + search;
    if (!this.#parts.isSandbox || !path.startsWith("/sandbox/"))
      throw new Error(`${path} is no path of a control plane`);
    const body = Buffer.from(await request.arrayBuffer());
    const { method } = request;
    const answer = await this.#forwarder.send({ method, path, headers: Object.fromEntries(request.headers), body });
    if ("failure" in answer) throw new Error(`${method} ${path}: ${answer.reason}`);
    const text = answer.body.toString();
    return new Response(text === "" ? null : text, { status: answer.status, headers: { ...answer.headers } });
  };

  /** The company with this key is in a world of the run's own: no money there is real. */
  own(apiKey: string): void {
    this.#ownKeys.add(apiKey);
  }

  /** Reserves what a story pays out on a real account. Returns false when the budget is too small for it. */
  reserve(story: string, cents: number): boolean {
    return this.#parts.isSandbox || this.guard.ledger.reserve(story, cents);
  }

  /** Cancels what a story has left open, and frees what is left of its reservation. */
  async closeStory(story: string): Promise<void> {
    await this.settled(story);
    await this.guard.close((passed) => this.#pace.send(passed), story);
    this.guard.ledger.release(story);
  }

  /** Cancels all that is still open, also after an abort. Must be called whatever becomes of the run. */
  async close(): Promise<void> {
    await this.settled();
    await this.guard.close((passed) => this.#forwarder.follow(passed));
    await this.#forwarder.close();
  }

  /** Waits for the answers to all that was sent for a story, or at all. */
  async settled(story?: string): Promise<void> {
    const awaited = [...this.#underWay].filter(([, of]) => story === undefined || of === story);
    await Promise.allSettled(awaited.map(([answer]) => answer));
  }

  #isReal({ headers }: Passed): boolean {
    const { isSandbox, apiKey } = this.#parts;
    const used = headers["x-api-key"];
    if (used !== undefined && this.#ownKeys.has(used)) return false;
    return !isSandbox || (used !== undefined && used === apiKey);
  }
}
