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
}

const SHUTTING_DOWN = "the sandbox is shutting down";
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
  /** The mails that wait or are under way, each until its promise resolves. */
  readonly #pending = new Map<AbortController, Promise<void>>();
  #dropped = 0;
  #isClosing = false;

  constructor(options: MailerOptions) {
    this.#options = { sender: defaultSender, maxUnderWay: 4, maxWaiting: 1_000, patienceMs: 60_000, ...options };
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
    const { maxUnderWay, maxWaiting } = this.#options;
    if (this.#isClosing) this.#unsent(mail, SHUTTING_DOWN);
    else if (this.#pending.size >= maxUnderWay + maxWaiting) this.#drop(mail);
    else {
      const giveUp = new AbortController();
      this.#pending.set(giveUp, this.#carry(mail, giveUp));
    }
  }

  /** Accepts no more mails, waits a short time for the remaining ones, and gives up the rest. */
  async close(withinMs = 2_000): Promise<void> {
    this.#isClosing = true;
    const bound = setTimeout(() => {
      for (const giveUp of this.#pending.keys()) giveUp.abort(SHUTTING_DOWN);
    }, withinMs);
    await Promise.all(this.#pending.values());
    clearTimeout(bound);
    this.#tellDropped();
    this.#transport.close({ force: true });
  }

  /** The transport keeps the mail in its queue until a connection is free. */
  async #carry(mail: Mail, giveUp: AbortController): Promise<void> {
    const { maxUnderWay, patienceMs, sender } = this.#options;
    const late = `${this.#name} has not taken it within ${patienceMs / 1_000} s`;
    const timer = setTimeout(() => giveUp.abort(late), patienceMs);
    try {
      await this.#transport.sendMail({ ...smtpMessage(mail), from: sender, signal: giveUp.signal });
    } catch (error) {
      this.#unsent(mail, giveUp.signal.aborted ? String(giveUp.signal.reason) : mailFailure(error, this.#name));
    }
    clearTimeout(timer);
    this.#pending.delete(giveUp);
    if (this.#pending.size <= maxUnderWay) this.#tellDropped();
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
