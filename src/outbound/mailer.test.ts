import type { Socket } from "node:net";
import type { SMTPServerAuthentication } from "smtp-server";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Mail } from "./mail.ts";
import { parseMailServer } from "./mail-server.ts";
import { Mailer, type MailerOptions } from "./mailer.ts";
import { startMailBoxServer } from "./testing/mail-box-server.ts";
import { startRawReceiver } from "./testing/raw-receiver.ts";
import { selfSigned } from "./testing/self-signed.ts";

const code = "198143";

function mail(number = 1, to = "ana@example.com"): Mail {
  const withdrawId = `wdr_${number}`;
  const text = `Your code to confirm withdrawal ${withdrawId} is ${code}.`;
  return { worldId: "w", withdrawId, messageId: `msg_${number}`, to, subject: "Your withdrawal code", text };
}

/** A mailer, and what it has told of mails that did not leave. */
class TestMailer implements AsyncDisposable {
  readonly told: string[] = [];
  readonly about: unknown[] = [];
  readonly mailer: Mailer;
  #watchers: (() => void)[] = [];

  constructor(url: string, options: Partial<MailerOptions> = {}) {
    const server = parseMailServer(url);
    if ("problem" in server) throw new Error(server.problem);
    const onUnsent: MailerOptions["onUnsent"] = (reason, about) => {
      this.told.push(reason);
      this.about.push(about);
      for (const watcher of this.#watchers.splice(0)) watcher();
    };
    this.mailer = new Mailer({ server, onUnsent, ...options });
  }

  async toldOf(count: number): Promise<void> {
    while (this.told.length < count) await new Promise<void>((resolve) => this.#watchers.push(resolve));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.mailer.close();
  }
}

/** A server that does this with each connection; `url` is of the scheme smtp. */
async function startListener(onConnection: (socket: Socket) => void) {
  const { port, [Symbol.asyncDispose]: close } = await startRawReceiver(() => {}, onConnection);
  return { url: `smtp://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
}

describe("a mail", () => {
  test("arrives as it was written, from the sender, with what tells a program where it belongs", async () => {
    await using box = await startMailBoxServer();
    await using test = new TestMailer(box.url);
    test.mailer.send(mail());
    await box.reached(1);
    const [received] = box.mails;
    expect(received).toMatchObject({ sender: "no-reply@saldo.example.com", recipients: ["ana@example.com"] });
    expect(received?.text).toBe(mail().text);
    expect(Object.fromEntries(received?.headers ?? [])).toMatchObject({
      from: "Saldo <no-reply@saldo.example.com>",
      to: "ana@example.com",
      subject: "Your withdrawal code",
      "auto-submitted": "auto-generated",
      "x-saldo-world": "w",
      "x-saldo-withdrawal": "wdr_1",
      "x-saldo-message": "msg_1",
      "message-id": expect.stringMatching(/^<msg_1\.[-0-9a-f]{36}@saldo\.example\.com>$/),
    });
    expect(test.told).toEqual([]);
  });

  test("comes from another sender when that is wanted, in characters that are not ASCII, too", async () => {
    await using box = await startMailBoxServer();
    await using test = new TestMailer(box.url, { sender: "João <joao@acme.dev>" });
    test.mailer.send({ ...mail(), text: "Código" });
    await box.reached(1);
    expect(box.mails[0]).toMatchObject({ sender: "joao@acme.dev", text: "Código" });
    expect(box.mails[0]?.headers.get("from")).toBe("=?UTF-8?Q?Jo=C3=A3o?= <joao@acme.dev>");
  });

  test("has a Message-ID that no other has, also when the world gives the same ids again", async () => {
    await using box = await startMailBoxServer();
    await using test = new TestMailer(box.url);
    for (let again = 0; again < 3; again += 1) test.mailer.send(mail());
    await box.reached(3);
    expect(new Set(box.mails.map(({ headers }) => headers.get("message-id"))).size).toBe(3);
  });

  test.each([
    ["two addresses", "ana@example.com, eve@example.com"],
    ["another header", "ana@example.com\r\nBcc: eve@example.com"],
    ["another command", "ana@example.com>\r\nRCPT TO:<eve@example.com"],
    ["nothing", ""],
  ])("to %s reaches no other recipient, and does not break the others", async (_, to) => {
    await using box = await startMailBoxServer();
    const unsent = new TestMailer(box.url);
    unsent.mailer.send(mail(1, to));
    unsent.mailer.send(mail(2));
    await box.reached(1);
    await unsent.mailer.close();
    expect(box.mails.flatMap(({ recipients }) => recipients)).not.toContain("eve@example.com");
    expect(box.mails.some(({ headers }) => headers.has("bcc"))).toBe(false);
    expect(box.mails.filter(({ headers }) => headers.get("x-saldo-withdrawal") === "wdr_2")).toHaveLength(1);
  });
});

describe("a mail server", () => {
  test("is told user and password, and takes mails over few connections, which are kept", async () => {
    await using box = await startMailBoxServer({
      authOptional: false,
      onAuth: ({ username, password }: SMTPServerAuthentication, _session, callback) =>
        username === "ana@acme.dev" && password === "p@ss" ? callback(null, { user: username }) : callback(new Error()),
    });
    await using test = new TestMailer(box.url.replace("//", "//ana%40acme.dev:p%40ss@"), { maxUnderWay: 3 });
    for (let number = 1; number <= 60; number += 1) test.mailer.send(mail(number));
    await box.reached(60);
    expect(new Set(box.mails.map(({ user }) => user))).toEqual(new Set(["ana@acme.dev"]));
    expect(new Set(box.mails.map(({ headers }) => headers.get("x-saldo-withdrawal"))).size).toBe(60);
    expect(box.connections).toMatchObject({ made: 3, mostOpen: 3 });
  });

  test("that refuses a recipient does not keep others from their mail", async () => {
    await using box = await startMailBoxServer({
      onRcptTo: ({ address }, _session, callback) => {
        const refusal = Object.assign(new Error(`5.1.1 no ${address}, whose code is ${code}`), { responseCode: 550 });
        callback(address === "nobody@example.com" ? refusal : null);
      },
    });
    await using test = new TestMailer(box.url, { maxUnderWay: 1 });
    test.mailer.send(mail(1, "nobody@example.com"));
    test.mailer.send(mail(2));
    await box.reached(1);
    expect(test.told).toEqual([
      `the mail to nobody@example.com was not sent: ${box.url} refuses the recipient (550 5.1.1)`,
    ]);
    expect(test.about).toEqual([{ worldId: "w", withdrawId: "wdr_1", to: "nobody@example.com" }]);
    expect(box.connections.made).toBe(1);
  });

  test("that repeats what it was told in its refusals brings neither code nor password into the log", async () => {
    await using box = await startMailBoxServer({
      authOptional: false,
      onAuth: ({ password }, _session, callback) =>
        password === "right-1" ? callback(null, { user: "ana" }) : callback(new Error(`no ${password}`)),
      onData: (stream, _session, callback) => {
        stream.resume();
        stream.on("end", () => callback(Object.assign(new Error(`spam: is ${code}`), { responseCode: 554 })));
      },
    });
    await using right = new TestMailer(box.url.replace("//", "//ana:right-1@"));
    await using wrong = new TestMailer(box.url.replace("//", "//ana:wrong-1@"));
    right.mailer.send(mail());
    wrong.mailer.send(mail());
    await Promise.all([right.toldOf(1), wrong.toldOf(1)]);
    const start = "the mail to ana@example.com was not sent: ";
    expect(right.told).toEqual([`${start}${box.url} refuses it (554)`]);
    expect(wrong.told).toEqual([`${start}${box.url} does not take the user name and the password (535)`]);
    expect(box.mails).toEqual([]);
  });

  test.each([
    ["that closes every connection", (socket: Socket) => socket.destroy(), /closed the connection$/, 60_000],
    [
      "that accepts no mail now",
      (socket: Socket) => socket.end("421 too many\r\n"),
      /accepts no mail now \(421\)$/,
      60_000,
    ],
    [
      "that is none",
      (socket: Socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"),
      /does not speak SMTP$/,
      60_000,
    ],
    ["that never greets", () => undefined, /has not taken it within 0.2 s$/, 200],
    [
      "that greets without an end",
      (socket: Socket) => {
        const greeting = setInterval(() => socket.write("220-welcome\r\n"), 5);
        socket.on("close", () => clearInterval(greeting));
      },
      /has not taken it within 0.2 s$/,
      200,
    ],
  ])("%s is told of, mail by mail", async (_, onConnection, sentence, patienceMs) => {
    await using listener = await startListener(onConnection);
    await using test = new TestMailer(listener.url, { patienceMs, maxUnderWay: 1 });
    test.mailer.send(mail(1));
    test.mailer.send(mail(2));
    await test.toldOf(2);
    for (const told of test.told) {
      expect(told).toContain(`the mail to ana@example.com was not sent: `);
      expect(told).toMatch(sentence);
      expect(told).toContain(listener.url);
      expect(told).not.toContain(code);
    }
  });

  test("that is not there is told of, and used as soon as it is", async () => {
    const gone = await startListener(() => undefined);
    await gone[Symbol.asyncDispose]();
    await using test = new TestMailer(gone.url);
    test.mailer.send(mail());
    await test.toldOf(1);
    expect(test.told).toEqual([`the mail to ana@example.com was not sent: nothing listens at ${gone.url}`]);
    await using box = await startMailBoxServer({ at: Number(new URL(gone.url).port) });
    test.mailer.send(mail());
    await box.reached(1);
  });
});

describe("TLS", () => {
  test("is used from the first byte, and a certificate without a known authority is refused", async () => {
    await using box = await startMailBoxServer({ secure: true, ...selfSigned });
    await using test = new TestMailer(box.url);
    test.mailer.send(mail());
    await test.toldOf(1);
    expect(test.told[0]).toContain(`${box.url} could not be spoken to by TLS (DEPTH_ZERO_SELF_SIGNED_CERT); `);
    expect(test.told[0]).toContain("NODE_EXTRA_CA_CERTS");
    expect(box.mails).toEqual([]);
  });

  test("is used without having been asked for when the server offers it, and looked at as closely", async () => {
    await using box = await startMailBoxServer({ disabledCommands: [], ...selfSigned });
    await using test = new TestMailer(box.url);
    test.mailer.send(mail());
    await test.toldOf(1);
    expect(test.told[0]).toContain(`${box.url} could not be spoken to by TLS (DEPTH_ZERO_SELF_SIGNED_CERT); `);
    expect(box.mails).toEqual([]);
  });
});

describe("while the server takes its time", () => {
  test("few mails are under way, a bounded number waits, and what comes on top is dropped and told", async () => {
    await using box = await startMailBoxServer({ hold: true });
    await using test = new TestMailer(box.url, { maxUnderWay: 2, maxWaiting: 3 });
    for (let number = 1; number <= 9; number += 1) test.mailer.send(mail(number));
    await box.reached(2);
    expect(test.told).toEqual([`the mail to ana@example.com was not sent: 3 others wait for ${box.url} already`]);
    expect(test.about).toEqual([{ worldId: "w", withdrawId: "wdr_6", to: "ana@example.com" }]);
    box.release();
    await box.reached(5);
    expect(box.mails.map(({ headers }) => headers.get("x-saldo-withdrawal")).sort()).toEqual(
      [1, 2, 3, 4, 5].map((number) => `wdr_${number}`),
    );
    expect(box.connections.mostOpen).toBe(2);
    await test.mailer.close();
    expect(test.told.slice(1)).toEqual([`3 more mails were not sent: too many waited for ${box.url}`]);
  });

  test("a mail that the server did not take in time is given up, and the next one has its turn", async () => {
    // The minute passes by a call alone: on a slow machine a short one would pass for mails that are on their way, too.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    await using box = await startMailBoxServer({ hold: true });
    await using test = new TestMailer(box.url, { maxUnderWay: 1 });
    test.mailer.send(mail(1));
    await box.reached(1);
    vi.advanceTimersByTime(60_000);
    await test.toldOf(1);
    expect(test.told[0]).toMatch(/has not taken it within 60 s$/);
    box.release();
    test.mailer.send(mail(2));
    await box.reached(2);
    expect(box.mails.map(({ headers }) => headers.get("x-saldo-withdrawal"))).toEqual(["wdr_1", "wdr_2"]);
  });
});

describe("at the end", () => {
  test("what is left still goes out", async () => {
    await using box = await startMailBoxServer();
    const test = new TestMailer(box.url, { maxUnderWay: 1 });
    for (let number = 1; number <= 20; number += 1) test.mailer.send(mail(number));
    await test.mailer.close(60_000);
    expect(box.mails).toHaveLength(20);
    expect(test.told).toEqual([]);
  });

  test("a server that hangs is not waited for long: what is left is given up and told, and so is what comes later", async () => {
    await using box = await startMailBoxServer({ hold: true });
    const test = new TestMailer(box.url, { maxUnderWay: 1 });
    test.mailer.send(mail(1));
    test.mailer.send(mail(2));
    await box.reached(1);
    await test.mailer.close(100);
    test.mailer.send(mail(3));
    expect(test.told).toEqual(Array(3).fill("the mail to ana@example.com was not sent: the sandbox is shutting down"));
    expect(new Set(test.about.map((about) => Object(about).withdrawId))).toEqual(new Set(["wdr_1", "wdr_2", "wdr_3"]));
  });
});
