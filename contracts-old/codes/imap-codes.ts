import { codeIn } from "./code-in-text.ts";
import { type CodeRequest, type CodeSource, NoCode } from "./code-source.ts";
import type { ImapAccount } from "./imap-account.ts";
import { type Mail, Mailbox } from "./mailbox.ts";

export interface ImapCodesOptions {
  /** How long a mail may take. */
  readonly waitMs?: number;
  /** How far the mail server's clock may be behind the suite's. */
  readonly toleranceMs?: number;
  /**
   * A mail from within the tolerance that does not name the withdrawal may be an older withdrawal's. It is taken only
   * when for so long nothing better has come.
   */
  readonly doubtMs?: number;
  /** How often is looked, where the server does not tell of new messages by itself. */
  readonly pollMs?: number;
}

/**
 * The codes in the e-mails of a mailbox. What the platform's e-mail looks like is not known: a message that names the
 * withdrawal wins over one that names none, and one that names another is never taken; among equals the newest wins.
 */
export class ImapCodes implements CodeSource {
  readonly name: string;
  readonly #account: ImapAccount;
  readonly #waitMs: number;
  readonly #toleranceMs: number;
  readonly #doubtMs: number;
  readonly #pollMs: number;
  readonly #closing = new AbortController();
  /** Which withdrawal got its code from a mail: the mail is no other's. */
  readonly #takenFor = new Map<string, string>();

  constructor(account: ImapAccount, options: ImapCodesOptions = {}) {
    const { waitMs = 120_000, toleranceMs = 60_000, doubtMs = 10_000, pollMs = 5_000 } = options;
    this.#account = account;
    this.#waitMs = waitMs;
    this.#toleranceMs = toleranceMs;
    this.#doubtMs = doubtMs;
    this.#pollMs = pollMs;
    this.name = `imap ${account.host}`;
  }

  async code(request: CodeRequest, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const ended = new AbortController();
    const stop = AbortSignal.any([signal, this.#closing.signal, ended.signal]);
    try {
      const mailbox = await Mailbox.open(this.#account, stop);
      const code = await this.#awaited(mailbox, request);
      await mailbox.close();
      return code;
    } catch (error) {
      signal.throwIfAborted();
      if (this.#closing.signal.aborted) throw new NoCode("the source of codes was closed");
      throw error instanceof NoCode ? error : new NoCode(this.#told(error));
    } finally {
      ended.abort();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }

  async #awaited(mailbox: Mailbox, request: CodeRequest): Promise<string> {
    const beganAtMs = performance.now();
    const sinceMs = Date.parse(request.sentAfter) - this.#toleranceMs;
    const mails: Mail[] = [];
    for (;;) {
      mails.push(...(await mailbox.newMails(sinceMs)));
      const waitedMs = performance.now() - beganAtMs;
      const code = this.#chosen(mails, request, waitedMs >= this.#doubtMs);
      if (code !== null) return code;
      if (waitedMs >= this.#waitMs) throw new NoCode(this.#nothingCame(mails.length, request));
      await mailbox.changed(Math.min(this.#pollMs, this.#waitMs - waitedMs));
    }
  }

  #chosen(mails: readonly Mail[], request: CodeRequest, doubtIsOver: boolean): string | null {
    const naming = mails.filter((mail) => names(mail, request.withdrawId));
    const silent = mails.filter((mail) => !namesAnother(mail, request.withdrawId) && this.#isFree(mail, request));
    // Mail servers tell whole seconds.
    const sentAtMs = Math.floor(Date.parse(request.sentAfter) / 1000) * 1000;
    const surelyNew = silent.filter(({ receivedAtMs }) => receivedAtMs >= sentAtMs);
    for (const candidates of [naming, surelyNew, doubtIsOver ? silent : []]) {
      for (const mail of newestFirst(candidates)) {
        const code = codeOf(mail, request.notThese);
        if (code === null) continue;
        this.#takenFor.set(mail.id, request.withdrawId);
        return code;
      }
    }
    return null;
  }

  #isFree({ id }: Mail, { withdrawId }: CodeRequest): boolean {
    return (this.#takenFor.get(id) ?? withdrawId) === withdrawId;
  }

  #nothingCame(looked: number, { sentAfter }: CodeRequest): string {
    const messages = looked === 1 ? "1 message" : `${looked} messages`;
    return `no code came within ${this.#waitMs / 1000} s: of those since ${sentAfter} (less ${this.#toleranceMs / 1000} s) ${messages} looked at in the mailbox, none with a new code of this withdrawal`;
  }

  /** A server may quote what it was told; the password is in no message. */
  #told(error: unknown): string {
    const { host, port, user, password } = this.#account;
    const plain = Buffer.from(`\0${user}\0${password}`).toString("base64");
    const secrets = [password, encodeURIComponent(password), Buffer.from(password).toString("base64"), plain];
    const reason = secrets.reduce((text, secret) => text.replaceAll(secret, "[redacted]"), reasonOf(error));
    return `the mail server ${host}:${port} cannot be read: ${reason}`;
  }
}

function newestFirst(mails: readonly Mail[]): Mail[] {
  return mails.toSorted((one, other) => other.receivedAtMs - one.receivedAtMs);
}

function codeOf({ texts }: Mail, notThese: readonly string[]): string | null {
  return texts.map((text) => codeIn(text, notThese)).find((code) => code !== null) ?? null;
}

function names({ source }: Mail, withdrawId: string): boolean {
  return source.toLowerCase().includes(withdrawId.toLowerCase());
}

/** Another id with the same beginning: what `wdr_` begins is a withdrawal. Ids without such a beginning tell nothing. */
function namesAnother(mail: Mail, withdrawId: string): boolean {
  const beginning = /^[a-z]+_/i.exec(withdrawId)?.[0];
  if (beginning === undefined || names(mail, withdrawId)) return false;
  return new RegExp(`(?<![a-z0-9])${beginning}[a-z0-9]{6,}`, "i").test(mail.source);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const response = "response" in error && typeof error.response === "string" ? error.response : null;
  // Without the number of the command and the code for machines.
  const said = response?.replace(/^\S+ (NO|BAD) (\[[^\]]*\] )?/, "") ?? null;
  if ("authenticationFailed" in error) return `it refused user and password${said === null ? "" : ` (${said})`}`;
  if (said !== null) return `it refused what was asked (${said})`;
  return error.message === "" && "code" in error ? String(error.code) : error.message;
}
