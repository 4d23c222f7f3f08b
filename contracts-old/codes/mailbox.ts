import type { ImapFlow, MessageStructureObject, SearchObject } from "imapflow";
import { textOfHtml } from "./html-text.ts";
import type { ImapAccount } from "./imap-account.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** A message as far as a code may be in it. */
export interface Mail {
  /** Tells it from every other message of the mailbox, in other connections too. */
  readonly id: string;
  /** When the mail server received it, in whole seconds of its own clock. */
  readonly receivedAtMs: number;
  /** Of every part what a person reads, the plain text first, and at last the subject. */
  readonly texts: readonly string[];
  /** The same with all of its markup, so that links can be searched, too. */
  readonly source: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const mostParts = 6;
const mostBytes = 64 * 1024;
/** Of a mailbox that gets very many messages the newest are enough. */
const mostMails = 100;

/** An open mailbox. It is opened for reading only, and what is read of it stays unread to everybody else. */
export class Mailbox {
  readonly #client: ImapFlow;
  readonly #account: ImapAccount;
  readonly #known = new Set<number>();
  #news = Promise.withResolvers<void>();
  #failure: Error | null = null;

  private constructor(client: ImapFlow, account: ImapAccount) {
    this.#client = client;
    this.#account = account;
    client.on("exists", () => this.#news.resolve());
    client.on("close", () => this.#news.resolve());
    client.on("error", (error) => {
      this.#failure = error;
    });
  }

  /** The connection ends when `stop` is aborted; then whatever is awaited of the mailbox fails. */
  static async open(account: ImapAccount, stop: AbortSignal): Promise<Mailbox> {
    // Only who reads mail pays for it.
    const { ImapFlow } = await import("imapflow");
    stop.throwIfAborted();
    const client = new ImapFlow({
      host: account.host,
      port: account.port,
      secure: account.encryption === "tls",
      ...(account.encryption === "tls" ? {} : { doSTARTTLS: account.encryption === "starttls" }),
      auth: { user: account.user, pass: account.password },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: 30_000,
      // More often than this something is asked, so that more silence means a dead connection.
      socketTimeout: 60_000,
    });
    const mailbox = new Mailbox(client, account);
    stop.addEventListener("abort", () => client.close(), { once: true });
    try {
      // What is closed while it connects does not always say so.
      await unlessAborted(client.connect(), stop);
      await client.mailboxOpen(account.mailbox, { readOnly: true });
    } catch (error) {
      client.close();
      throw error;
    }
    return mailbox;
  }

  /** Messages received since then that were not in an earlier answer. */
  async newMails(sinceMs: number): Promise<Mail[]> {
    this.#news = Promise.withResolvers<void>();
    // Without it a server need not tell what has come since it was last asked.
    await this.#client.noop();
    const fresh = (await this.#search(sinceMs)).filter((uid) => !this.#known.has(uid));
    for (const uid of fresh) this.#known.add(uid);
    const newest = fresh.sort((one, other) => other - one).slice(0, mostMails);
    if (newest.length === 0) return [];

    const query = { uid: true, internalDate: true, envelope: true, bodyStructure: true };
    const found = await this.#client.fetchAll(newest.join(","), query, { uid: true });
    const mails: Mail[] = [];
    for (const { uid, internalDate, envelope, bodyStructure } of found) {
      const receivedAtMs = internalDate instanceof Date ? internalDate.getTime() : Number.NaN;
      // What has no date is as good as new; the filters and the codes themselves must tell.
      if (receivedAtMs < sinceMs) continue;
      const parts = await this.#parts(uid, bodyStructure);
      const subject = envelope?.subject ?? "";
      mails.push({
        id: `${this.#validity()}/${uid}`,
        receivedAtMs: Number.isNaN(receivedAtMs) ? Date.now() : receivedAtMs,
        texts: [...parts.map(({ text, isHtml }) => (isHtml ? textOfHtml(text) : text)), subject],
        source: [...parts.map(({ text }) => text), subject].join("\n"),
      });
    }
    return mails;
  }

  /** Until the server tells of a new message, or the time is over. Fails when the connection is lost. */
  async changed(atMostMs: number): Promise<void> {
    const timer = setTimeout(this.#news.resolve, atMostMs);
    // What breaks it is seen by the next command; where the server cannot idle, it is asked again after the time.
    this.#client.idle().catch(() => {});
    await this.#news.promise;
    clearTimeout(timer);
    if (!this.#client.usable) throw this.#failure ?? new Error("the mail server ended the connection");
  }

  async close(): Promise<void> {
    await this.#client.logout().catch(() => {});
    this.#client.close();
  }

  /** The protocol's SINCE knows days only, in the server's time zone: one day more has all that may matter. */
  async #search(sinceMs: number): Promise<number[]> {
    const query: SearchObject = { since: new Date(sinceMs - dayMs), ...this.#account.filters };
    const found = await this.#client.search(query, { uid: true });
    if (found === false) throw this.#failure ?? new Error("the mail server refused to search the mailbox");
    return found;
  }

  async #parts(uid: number, structure: MessageStructureObject | undefined) {
    const readable = structure === undefined ? [] : leavesOf(structure).filter(isReadable);
    const plainFirst = readable.sort((one, other) => Number(isHtml(one)) - Number(isHtml(other)));
    const parts: { text: string; isHtml: boolean }[] = [];
    for (const leaf of plainFirst.slice(0, mostParts)) {
      parts.push({ text: await this.#text(uid, leaf.part ?? "1"), isHtml: isHtml(leaf) });
    }
    return parts;
  }

  /** A part as it was written: its transfer encoding and its character set are undone. */
  async #text(uid: number, part: string): Promise<string> {
    const { content } = await this.#client.download(String(uid), part, { uid: true, maxBytes: mostBytes });
    // Of a message that was removed meanwhile there is none.
    return content === undefined ? "" : Buffer.concat(await content.toArray()).toString("utf8");
  }

  #validity(): string {
    const { mailbox } = this.#client;
    return mailbox === false ? "" : String(mailbox.uidValidity);
  }
}

function leavesOf(node: MessageStructureObject): MessageStructureObject[] {
  return node.childNodes === undefined ? [node] : node.childNodes.flatMap(leavesOf);
}

function isReadable({ type, disposition }: MessageStructureObject): boolean {
  return (type === "text/plain" || type === "text/html") && disposition?.toLowerCase() !== "attachment";
}

function isHtml({ type }: MessageStructureObject): boolean {
  return type === "text/html";
}
