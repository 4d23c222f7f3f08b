import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail as it came in. */
export interface ReceivedMail {
  readonly sender: string;
  readonly recipients: readonly string[];
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** Decoded. */
  readonly text: string;
  readonly user: string | null;
  readonly secure: boolean;
}

/** What a mail server can do beside taking everything: `hold` makes it take mails and never say so. */
export interface MailBoxManner extends SMTPServerOptions {
  readonly hold?: boolean;
  /** 0, the default, takes a free one. */
  readonly at?: number;
}

/** A real mail server on 127.0.0.1. `await using` closes it, open connections included. */
export interface MailBoxServer extends AsyncDisposable {
  /** Without user and password: `smtp://127.0.0.1:49152`. */
  readonly url: string;
  readonly port: number;
  /** All that came so far, whole, in order. */
  readonly mails: readonly ReceivedMail[];
  /** How many connections were ever made to it, and how many are open. */
  readonly connections: { readonly made: number; readonly open: number; readonly mostOpen: number };
  /** Waits until that many mails came in all. */
  reached(count: number): Promise<void>;
  /** Says at last that it has taken what it holds, and takes everything from now on. */
  release(): void;
}

export async function startMailBoxServer({
  hold = false,
  at = 0,
  ...manner
}: MailBoxManner = {}): Promise<MailBoxServer> {
  const mails: ReceivedMail[] = [];
  const connections = { made: 0, open: 0, mostOpen: 0 };
  const held: (() => void)[] = [];
  let watchers: (() => void)[] = [];
  let holds = hold;
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 1,
    logger: false,
    onData(stream, { envelope, user, secure }, callback) {
      text(stream).then((raw) => {
        const recipients = envelope.rcptTo.map(({ address }) => address);
        const sender = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        mails.push({ sender, recipients, ...parsedMail(raw), user: user ?? null, secure });
        if (holds) held.push(() => callback());
        else callback();
        for (const watcher of watchers.splice(0)) watcher();
      }, callback);
    },
    ...manner,
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket: Socket) => {
    connections.made += 1;
    connections.open += 1;
    connections.mostOpen = Math.max(connections.mostOpen, connections.open);
    socket.on("close", () => {
      connections.open -= 1;
    });
  });
  server.listen(at, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `${manner.secure === true ? "smtps" : "smtp"}://127.0.0.1:${port}`,
    port,
    mails,
    connections,
    async reached(count) {
      while (mails.length < count) await new Promise<void>((resolve) => watchers.push(resolve));
    },
    release() {
      holds = false;
      for (const take of held.splice(0)) take();
    },
    async [Symbol.asyncDispose]() {
      watchers = [];
      // It ends its connections itself: Node crashes when a socket is destroyed underneath one that speaks TLS over it.
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

/** Enough of a parser for mails of one part. */
export function parsedMail(raw: string): Pick<ReceivedMail, "headers" | "text"> {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const lines = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = new Map(
    lines.map((line) => [line.replace(/:.*/s, "").toLowerCase(), line.replace(/^[^:]*: */, "")] as const),
  );
  const body = rest.join("\r\n\r\n").replace(/\r\n$/, "");
  return { headers, text: decoded(body, headers.get("content-transfer-encoding") ?? "7bit") };
}

function decoded(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
