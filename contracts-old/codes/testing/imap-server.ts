import { EventEmitter, once } from "node:events";
import { createServer } from "node:net";
import { ImapConversation } from "./imap-conversation.ts";
import { StoredMail, type TestMail } from "./stored-mail.ts";

export interface ImapServerOptions {
  readonly password?: string;
  /** What it says that it can do. */
  readonly capabilities?: readonly string[];
  /** Said to whoever has the wrong password, which stands in the place of %password. */
  readonly refusal?: string;
}

/**
 * A mail server with one mailbox, as much of IMAP4rev1 as a reader needs. It refuses whatever would change the mailbox or
 * mark a message as seen, and remembers every line that it was told.
 */
export class ImapServer implements AsyncDisposable {
  readonly user = "tests@example.com";
  readonly password: string;
  readonly lines: string[] = [];
  readonly #mails: StoredMail[] = [];
  readonly #conversations = new Set<ImapConversation>();
  readonly #happened = new EventEmitter();
  readonly #server = createServer();
  connections = 0;

  private constructor({ password = "p@ss/wörd", capabilities, refusal }: ImapServerOptions) {
    this.password = password;
    const served = {
      user: this.user,
      password,
      capabilities: capabilities ?? ["IDLE", "AUTH=PLAIN"],
      refusal: refusal ?? "Invalid credentials",
      mails: this.#mails,
      heard: (line: string) => {
        this.lines.push(line);
        this.#happened.emit("something");
      },
    };
    this.#server.on("connection", (socket) => {
      const conversation = new ImapConversation(socket, served);
      this.#conversations.add(conversation);
      this.connections += 1;
      socket.once("close", () => {
        this.#conversations.delete(conversation);
        this.connections -= 1;
        this.#happened.emit("something");
      });
    });
  }

  static async start(options: ImapServerOptions = {}): Promise<ImapServer> {
    const server = new ImapServer(options);
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    return server;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("it does not listen");
    return address.port;
  }

  /** The address of its mailbox. */
  url(query = "", password = this.password): string {
    return `imap://${encodeURIComponent(this.user)}:${encodeURIComponent(password)}@127.0.0.1:${this.port}/INBOX${query}`;
  }

  /** A message comes. */
  deliver(mail: TestMail): void {
    this.#mails.push(new StoredMail(this.#mails.length + 1, mail));
    for (const conversation of this.#conversations) conversation.tell();
  }

  /** Until so many of its lines have matched. */
  async hears(pattern: RegExp, times = 1): Promise<void> {
    await this.is(() => this.lines.filter((line) => pattern.test(line)).length >= times);
  }

  async is(condition: () => boolean): Promise<void> {
    while (!condition()) await once(this.#happened, "something");
  }

  /** Ends every connection without a word. */
  drop(): void {
    for (const conversation of this.#conversations) conversation.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.drop();
    this.#server.close();
    await once(this.#server, "close");
  }
}
