import { randomUUID } from "node:crypto";
import { createTransport } from "nodemailer";
import { defaultSender, type Mail } from "./mail.ts";
import { mailFailure } from "./mail-failure.ts";
import { type MailServer, mailServerName, mustBeSecured } from "./mail-server.ts";

export interface MailerOptions {
  readonly server: MailServer;
  /** `Name <address>` or an address. */
  readonly sender?: string;
  /** Told of every mail that did not leave: why, never with a code in it. Without a mail, of several at once. */
  readonly onUnsent: (reason: string, mail: Pick<Mail, "worldId" | "withdrawId" | "to"> | null) => void;
  /** How many mails are under way at once, each on a connection of its own; 4 by default. */
  readonly maxUnderWay?: number;
  /** How many wait for that; what comes on top is dropped. 1,000 by default. */
  readonly maxWaiting?: number;
  /** How long a mail may wait and be under way, in all; a minute by default. */
  readonly patienceMs?: number;
  /** How long the end waits for what is under way and what waits; two seconds by default. */
  readonly closeWithinMs?: number;
}

interface Errand {
  readonly mail: Mail;
  readonly giveUp: AbortController;
  readonly timer: NodeJS.Timeout;
}

/** What a connection may take to come about, and how long a server may be silent. */
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;

/**
 * Sends mails by SMTP, each once: one that fails is told and not repeated. Nobody waits for it, whatever the server does.
 * One for the whole process: it keeps connections for the next mail.
 */
export class Mailer {
  readonly #options: Required<MailerOptions>;
  readonly #name: string;
  readonly #transport;
  readonly #waiting = new Set<Errand>();
  readonly #underWay = new Set<Errand>();
  #dropped = 0;
  #closing: PromiseWithResolvers<void> | undefined;

  constructor(options: MailerOptions) {
    const usual = { sender: defaultSender, maxUnderWay: 4, maxWaiting: 1_000, patienceMs: 60_000 };
    this.#options = { ...usual, closeWithinMs: 2_000, ...options };
    this.#name = mailServerName(options.server);
    const { host, port, secure, login } = options.server;
    this.#transport = createTransport({
      pool: true,
      host,
      port,
      secure,
      requireTLS: mustBeSecured(options.server),
      ...(login && { auth: { user: login.user, pass: login.password } }),
      maxConnections: this.#options.maxUnderWay,
      // A connection that breaks before anything was said is tried once more.
      maxRequeues: 1,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      dnsTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      socketCloseTimeout: 1_000,
      idleTimeout: SILENCE_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** Takes a mail and returns at once. Never throws: what cannot be sent is told. */
  send(mail: Mail): void {
    if (this.#closing !== undefined) this.#unsent(mail, "the sandbox is shutting down");
    else if (this.#waiting.size >= this.#options.maxWaiting) this.#drop(mail);
    else this.#take(mail);
  }

  /** Takes nothing more, waits a short while for what is left, and gives up the rest. */
  async close(withinMs = this.#options.closeWithinMs): Promise<void> {
    this.#closing ??= Promise.withResolvers();
    const bound = setTimeout(() => this.#giveUpAll(), withinMs);
    this.#settle();
    await this.#closing.promise;
    clearTimeout(bound);
    this.#tellDropped();
    this.#transport.close({ force: true });
  }

  #take(mail: Mail): void {
    const giveUp = new AbortController();
    const timer = setTimeout(() => this.#giveUp(errand, this.#lateness()), this.#options.patienceMs);
    const errand: Errand = { mail, giveUp, timer };
    this.#waiting.add(errand);
    this.#startNext();
  }

  #startNext(): void {
    for (const errand of this.#waiting) {
      if (this.#underWay.size >= this.#options.maxUnderWay) return;
      this.#waiting.delete(errand);
      this.#underWay.add(errand);
      void this.#carry(errand);
    }
    this.#tellDropped();
  }

  async #carry(errand: Errand): Promise<void> {
    const { mail, giveUp } = errand;
    try {
      await this.#transport.sendMail({ ...smtpMessage(mail), from: this.#options.sender, signal: giveUp.signal });
    } catch (error) {
      this.#unsent(mail, giveUp.signal.aborted ? String(giveUp.signal.reason) : mailFailure(error, this.#name));
    }
    this.#underWay.delete(errand);
    this.#ended(errand);
  }

  #giveUp(errand: Errand, reason: string): void {
    errand.giveUp.abort(reason);
    if (!this.#waiting.delete(errand)) return;
    this.#unsent(errand.mail, reason);
    this.#ended(errand);
  }

  #ended({ timer }: Errand): void {
    clearTimeout(timer);
    this.#startNext();
    this.#settle();
  }

  #settle(): void {
    if (this.#waiting.size + this.#underWay.size === 0) this.#closing?.resolve();
  }

  #giveUpAll(): void {
    for (const errand of [...this.#waiting, ...this.#underWay]) this.#giveUp(errand, "the sandbox is shutting down");
  }

  /** The first of many that are too many is told at once, the others together when there is room again. */
  #drop(mail: Mail): void {
    const { maxWaiting } = this.#options;
    this.#dropped += 1;
    if (this.#dropped === 1) this.#unsent(mail, `${maxWaiting} others wait for ${this.#name} already`);
  }

  #tellDropped(): void {
    const others = this.#dropped - 1;
    this.#dropped = 0;
    if (others > 0)
      this.#options.onUnsent(`${others} more mails were not sent: too many waited for ${this.#name}`, null);
  }

  #unsent({ worldId, withdrawId, to }: Mail, reason: string): void {
    this.#options.onUnsent(`the mail to ${to} was not sent: ${reason}`, { worldId, withdrawId, to });
  }

  #lateness(): string {
    return `${this.#name} has not taken it within ${this.#options.patienceMs / 1_000} s`;
  }
}

function smtpMessage({ worldId, withdrawId, messageId, to, subject, text }: Mail) {
  return {
    // As an object: a text would be read as a list of any number of addresses.
    to: { name: "", address: to },
    subject,
    text,
    // A world that begins again has the same ids; servers that sort out duplicates must not take its mails for old ones.
    messageId: `<${messageId}.${randomUUID()}@saldo.example.com>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Saldo-World": worldId,
      "X-Saldo-Withdrawal": withdrawId,
      "X-Saldo-Message": messageId,
    },
  };
}
