import { createHmac } from "node:crypto";
import { isObject, parseJson } from "../description/json.ts";
import { type Account, newHookName } from "./account.ts";
import type { Answer } from "./answer.ts";
import type { Clock } from "./clock.ts";
import type { Known } from "./examiner.ts";
import type { Received, Reply } from "./receiver.ts";
import type { Run } from "./run.ts";
import { CouldNotRun, must } from "./verdict-error.ts";
import { secretsOf } from "./webhook-record.ts";

/** What a receiver got in one attempt. */
export interface Attempt extends Received {
  /** Of the JSON body; undefined where it is none. */
  readonly json: unknown;
  readonly event: unknown;
}

/** A webhook whose deliveries arrive at the suite; `replies` answer its attempts by turns, the last one goes on. */
export async function openHook(
  account: Account,
  events: readonly string[],
  replies: readonly Reply[] = [{ status: 200 }],
): Promise<Hook> {
  const path = `/hooks/${crypto.randomUUID()}`;
  const url = (await receiverUrl(account)) + path;
  const name = newHookName();
  const answer = created(account, await account.createWebhook(url, events, name), { url, name });
  const { id, secret } = secretsOf(account.run.examiner.description, answer, [url, name]);
  const hook = new Hook({ id, secret, url, name }, account.clock);
  const receiver = await account.run.receiver();
  receiver.expect(path, takeFor(hook, replies, account.run));
  return hook;
}

/** A creation as it must be answered; what its members are called the document does not show, so that they may be wrong. */
function created({ control }: Account, answer: Answer, known: Known): Answer {
  if (control === undefined && (answer.status === 400 || answer.status === 422)) {
    const reason = `a webhook was refused with ${answer.status}; an overlay (--overlay) can say how its members are called`;
    throw new CouldNotRun("overlay", reason);
  }
  return answer.accepted("webhook-created", known);
}

/** A webhook of a contract, and all that came to it. */
export class Hook {
  readonly id: string;
  readonly secret: string;
  readonly url: string;
  readonly name: string;
  readonly attempts: Attempt[] = [];
  readonly #clock: Clock;

  constructor({ id, secret, url, name }: Pick<Hook, "id" | "secret" | "url" | "name">, clock: Clock) {
    this.id = id;
    this.secret = secret;
    this.url = url;
    this.name = name;
    this.#clock = clock;
  }

  /**
   * Waits until so many attempts have come.
   * @throws Broken when they have not within `withinMs`, by the target's time.
   */
  async receives(count: number, withinMs = patientMs): Promise<readonly Attempt[]> {
    if (this.#clock.isOurs) await this.#clock.pass(0);
    const came = await this.#clock.passUntil(() => this.attempts.length >= count, withinMs);
    must(
      came,
      `${count} attempts of deliveries should have come within ${withinMs / 1_000} s, and ${this.attempts.length} have`,
    );
    return this.attempts;
  }

  /** The first notification of an event. */
  async receivesEvent(event: string, withinMs = patientMs): Promise<Attempt> {
    const find = () => this.attempts.find((attempt) => attempt.event === event);
    if (this.#clock.isOurs) await this.#clock.pass(0);
    await this.#clock.passUntil(() => find() !== undefined, withinMs);
    const found = find();
    const events = this.attempts.map((attempt) => String(attempt.event)).join(", ") || "nothing";
    must(found !== undefined, `${event} should have come within ${withinMs / 1_000} s, and ${events} has`);
    return found;
  }

  /** What has come once nothing more is to be expected: all that is due, or what came in a while. */
  async settled(withinMs = quietMs): Promise<readonly Attempt[]> {
    await this.#clock.pass(this.#clock.isOurs ? 0 : withinMs);
    return this.attempts;
  }

  /** The signature that a body must have. */
  signatureOf(body: Buffer): string {
    return `sha256=${createHmac("sha256", this.secret).update(body).digest("hex")}`;
  }
}

/** How a hook takes what comes: it is kept as evidence, judged, and answered by turns; the last reply goes on. */
function takeFor(hook: Hook, replies: readonly Reply[], run: Run) {
  return (received: Received): Reply => {
    const json = parseJson(received.body.toString());
    const reply = replies[Math.min(hook.attempts.length, replies.length - 1)] ?? { status: 200 };
    const event = isObject(json) ? json.event : undefined;
    hook.attempts.push({ ...received, json, event });
    run.rememberNotification({ event, body: json });
    const { at, headers, body } = received;
    // The receiver must answer in time, whatever becomes of the evidence.
    run.desk.delivered({ at, headers, body: body.toString(), answered: reply.status }).catch(() => {});
    return reply;
  };
}

/** The address that a webhook is created with so that its deliveries come here; a sandbox has a route that leads here. */
export async function receiverUrl({ run, control }: Account): Promise<string> {
  run.require("allow-webhooks", "receiver");
  const { url } = await run.receiver();
  if (control === undefined) return url;
  await control.routes.set({ [routedHost]: new URL(url).origin });
  return `http://${routedHost}${new URL(url).pathname.replace(/\/$/, "")}`;
}

/** What webhooks of the suite point to on a sandbox. */
const routedHost = "contracts.saldo.dev";

/** How long a target may take for a first attempt. */
const patientMs = 10_000;

/** How long nothing must come for it to be taken that nothing will. */
const quietMs = 2_000;
