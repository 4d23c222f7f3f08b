import { randomUUID } from "node:crypto";
import { createTransport } from "nodemailer";
import { defaultSender, type Mail } from "./mail.ts";
import { mailFailure } from "./mail-failure.ts";
import { type MailServer, mailServerName, mustBeSecured } from "./mail-server.ts";

export interface MailerOptions {
  readonly server: MailServer;
  /** `Name <address>` or an address. */
  readonly sender?: string;
  /** Is called with why a mail was not sent, never with a code. `mail` is null if the reason is about several mails. */
  readonly onUnsent: (reason: string, mail: Pick<Mail, "worldId" | "withdrawId" | "to"> | null) => void;
  /** Maximum mails under way, each on its own connection; 4 by default. */
  readonly maxUnderWay?: number;
  /** Maximum mails that wait; more are dropped. 1,000 by default. */
  readonly maxWaiting?: number;
  /** Maximum time for waiting and sending together; a minute by default. */
  readonly patienceMs?: number;
  /** How long `close` waits for remaining mails; two seconds by default. */
  readonly closeWithinMs?: number;
}

interface Errand {
  readonly mail: Mail;
  readonly giveUp: AbortController;
  readonly timer: NodeJS.Timeout;
}

/** Limits for making a connection, and for silence of the server. */
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;

/**
 * Sends mails by SMTP for the whole process, and keeps connections for later mails. A failed mail is reported and not
 * repeated. Nothing waits for a mail, whatever the server does.
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
      // A connection that breaks before anything was sent is tried once more.
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

  /** Accepts a mail and returns at once. Never throws: failures are reported. */
  send(mail: Mail): void {
    if (this.#closing !== undefined) this.#unsent(mail, "the sandbox is shutting down");
    else if (this.#waiting.size >= this.#options.maxWaiting) this.#drop(mail);
    else this.#take(mail);
  }

  /** Accepts no more mails, waits a short time for the remaining ones, and gives up the rest. */
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

  /** Drops a mail. The first one is reported at once, the others together when there is room again. */
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
    // An object, since a string would be parsed as a list of addresses.
    to: { name: "", address: to },
    subject,
    text,
    // After a reset a world uses the same ids; servers that remove duplicates must not take its mails for old ones.
    messageId: `<${messageId}.${randomUUID()}@saldo.example.com>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Saldo-World": worldId,
      "X-Saldo-Withdrawal": withdrawId,
      "X-Saldo-Message": messageId,
    },
  };
}
