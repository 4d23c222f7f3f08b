import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import type { StoredMail } from "./stored-mail.ts";

/** What a conversation needs to know of its server. */
export interface ServedMailbox {
  readonly user: string;
  readonly password: string;
  readonly capabilities: readonly string[];
  readonly refusal: string;
  readonly mails: readonly StoredMail[];
  /** Told of every line that the client says. */
  heard(line: string): void;
}

/** What is said to a command: first what needs no command, then how it has ended. */
interface Reply {
  readonly lines?: readonly (string | Buffer)[];
  readonly result?: string;
  /** The command goes on: its end is the reply to the next line. */
  readonly after?: (line: string) => Reply;
}

/** What a server says to one client, and what it knows of what the client was told. */
export class ImapConversation {
  readonly #socket: Socket;
  readonly #served: ServedMailbox;
  /** So many messages the client was told of; others do not exist for it. */
  #told: number | null = null;
  /** The next line belongs to a command that goes on. */
  #continuation: ((line: string) => void) | null = null;
  #idling = false;

  constructor(socket: Socket, served: ServedMailbox) {
    this.#socket = socket;
    this.#served = served;
    // A client may go at any time, without a word.
    createInterface({ input: socket })
      .on("line", (line) => this.#hear(line))
      .on("error", () => {});
    socket.on("error", () => {}).setNoDelay(true);
    this.#say("* OK ready");
  }

  /** Tells of new messages, if the client listens. */
  tell(): void {
    if (this.#idling) this.#tellOfMails();
  }

  end(): void {
    this.#socket.destroy();
  }

  #say(...parts: (string | Buffer)[]): void {
    if (this.#socket.writable) this.#socket.write(Buffer.concat([...parts, "\r\n"].map((part) => Buffer.from(part))));
  }

  #hear(line: string): void {
    this.#served.heard(line);
    const goesOn = this.#continuation;
    this.#continuation = null;
    if (goesOn !== null) {
      goesOn(line);
      return;
    }
    const [, tag = "*", command = "", rest = ""] = /^(\S+) ((?:UID )?\S+) ?(.*)$/.exec(line) ?? [];
    this.#reply(tag, this.#obey(command.toUpperCase(), rest));
  }

  #reply(tag: string, { lines = [], result = "OK done", after }: Reply): void {
    for (const line of lines) this.#say(line);
    if (after === undefined) this.#say(`${tag} ${result}`);
    else this.#continuation = (line) => this.#reply(tag, after(line));
  }

  #obey(command: string, rest: string): Reply {
    switch (command) {
      case "CAPABILITY":
        return { lines: [`* CAPABILITY IMAP4rev1 ${this.#served.capabilities.join(" ")}`] };
      case "AUTHENTICATE":
        return this.#authenticate(rest.split(" ")[1]);
      case "LOGIN":
        return this.#admit(words(rest)[0], words(rest)[1]);
      case "LIST":
      case "LSUB":
        return { lines: [`* ${command} (\\HasNoChildren) "/" INBOX`] };
      case "EXAMINE":
        return this.#examine(words(rest)[0]);
      case "NOOP":
        this.#tellOfMails();
        return {};
      case "UID SEARCH":
        return { lines: [`* SEARCH ${this.#search(words(rest)).join(" ")}`.trimEnd()] };
      case "UID FETCH":
        return this.#fetch(rest);
      case "IDLE":
        return this.#idle();
      case "LOGOUT":
        return { lines: ["* BYE"] };
      default:
        return { result: "BAD that would change something, or is not known" };
    }
  }

  #authenticate(atOnce: string | undefined): Reply {
    const check = (response: string) => {
      const [, user, password] = Buffer.from(response, "base64").toString().split("\0");
      return this.#admit(user, password);
    };
    return atOnce === undefined ? { lines: ["+ "], after: check } : check(atOnce);
  }

  #admit(user: string | undefined, password: string | undefined): Reply {
    if (user === this.#served.user && password === this.#served.password) return {};
    return { result: `NO [AUTHENTICATIONFAILED] ${this.#served.refusal.replaceAll("%password", password ?? "")}` };
  }

  #examine(mailbox: string | undefined): Reply {
    if (mailbox !== "INBOX") return { result: "NO there is no such mailbox" };
    this.#told = this.#served.mails.length;
    return { lines: [`* ${this.#told} EXISTS`, "* OK [UIDVALIDITY 7] valid"], result: "OK [READ-ONLY] done" };
  }

  #tellOfMails(): void {
    if (this.#told === null || this.#told === this.#served.mails.length) return;
    this.#told = this.#served.mails.length;
    this.#say(`* ${this.#told} EXISTS`);
  }

  #idle(): Reply {
    if (!this.#served.capabilities.includes("IDLE")) return { result: "BAD it cannot idle" };
    this.#idling = true;
    const after = () => {
      this.#idling = false;
      return {};
    };
    return { lines: ["+ idling"], after };
  }

  #search(criteria: readonly string[]): number[] {
    const wanted = (name: string) => criteria[criteria.findIndex((word) => word.toUpperCase() === name) + 1] ?? "";
    const has = (text: string, name: string) =>
      !criteria.some((word) => word.toUpperCase() === name) || text.toLowerCase().includes(wanted(name).toLowerCase());
    const since = Date.parse(`${wanted("SINCE")} UTC`);
    return this.#served.mails
      .slice(0, this.#told ?? 0)
      .filter(({ mail }) => mail.receivedAt.getTime() >= since)
      .filter((mail) => has(mail.subject, "SUBJECT") && has(mail.from, "FROM"))
      .map(({ uid }) => uid);
  }

  #fetch(rest: string): Reply {
    const [, set = "", items = ""] = /^(\S+) \(?(.*?)\)?$/.exec(rest) ?? [];
    // Without PEEK a message would be marked as seen.
    if (/BODY\[/i.test(items)) return { result: "BAD the mailbox is read-only" };
    const asked = new Set(set.split(",").flatMap(uidsOf));
    const found = this.#served.mails.slice(0, this.#told ?? 0).filter(({ uid }) => asked.has(uid));
    const begun = (uid: number) => Buffer.from(`* ${uid} FETCH (`);
    return { lines: found.map((mail) => Buffer.concat([begun(mail.uid), fetched(mail, items), Buffer.from(")")])) };
  }
}

function fetched(mail: StoredMail, items: string): Buffer {
  const answers: Buffer[] = [Buffer.from(`UID ${mail.uid}`)];
  if (/INTERNALDATE/i.test(items)) answers.push(Buffer.from(`INTERNALDATE ${mail.internalDate()}`));
  if (/ENVELOPE/i.test(items)) answers.push(Buffer.from(`ENVELOPE ${mail.envelope()}`));
  if (/BODYSTRUCTURE/i.test(items)) answers.push(Buffer.from(`BODYSTRUCTURE ${mail.structure()}`));
  if (/RFC822\.SIZE/i.test(items)) answers.push(Buffer.from("RFC822.SIZE 1000"));
  for (const [, section = "", start, length] of items.matchAll(/BODY\.PEEK\[([^\]]*)\](?:<(\d+)\.(\d+)>)?/gi)) {
    const whole = mail.section(section.toUpperCase()) ?? Buffer.alloc(0);
    const part = start === undefined ? whole : whole.subarray(Number(start), Number(start) + Number(length));
    const origin = start === undefined ? "" : `<${start}>`;
    answers.push(Buffer.concat([Buffer.from(`BODY[${section}]${origin} {${part.length}}\r\n`), part]));
  }
  return Buffer.concat(answers.flatMap((answer, index) => (index === 0 ? [answer] : [Buffer.from(" "), answer])));
}

/** Words of a command, without the quotes around them. */
function words(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|[^\s"]+/g)].map(
    ([word, quoted]) => quoted?.replace(/\\(.)/g, "$1") ?? word,
  );
}

function uidsOf(range: string): number[] {
  const [first = 0, last = first] = range.split(":").map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
