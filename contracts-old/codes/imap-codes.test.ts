import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, it } from "vitest";
import { type CodeRequest, NoCode } from "./code-source.ts";
import { parseImapAccount } from "./imap-account.ts";
import { ImapCodes, type ImapCodesOptions } from "./imap-codes.ts";
import { ImapServer } from "./testing/imap-server.ts";
import type { TestMail } from "./testing/stored-mail.ts";

const sentAt = new Date("2026-03-02T00:10:00.500Z");
const never = new AbortController().signal;

function request(given: Partial<CodeRequest> = {}): CodeRequest {
  return { withdrawId: "wdr_aaaaaaaaaaaa", sentAfter: sentAt.toISOString(), notThese: [], apiKey: "key", ...given };
}

function after(seconds: number): Date {
  return new Date(sentAt.getTime() + seconds * 1000);
}

function mail(text: string, given: Partial<TestMail> = {}): TestMail {
  return { receivedAt: after(1), parts: [{ type: "text/plain", text }], ...given };
}

function codesOf(url: string, options: ImapCodesOptions = {}): ImapCodes {
  const parsed = parseImapAccount(url);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return new ImapCodes(parsed.account, options);
}

async function codeOf(server: ImapServer, given: Partial<CodeRequest> = {}, options: ImapCodesOptions = {}) {
  return codesOf(server.url(), options).code(request(given), never);
}

async function refusal(asked: Promise<string>): Promise<NoCode> {
  const error: unknown = await asked.then(
    (code) => new Error(`a code came: ${code}`),
    (error) => error,
  );
  if (error instanceof NoCode) return error;
  throw error;
}

const soon = { waitMs: 0, doubtMs: 0 };

it("reads the code of a mail that is there, and leaves the mailbox as it was", async () => {
  await using server = await ImapServer.start();
  server.deliver(mail("Your code is 482915."));

  expect(await codeOf(server)).toBe("482915");
  await server.is(() => server.connections === 0);
  const commands = server.lines.filter((line) => !/CAPABILITY|AUTHENTICATE|^[A-Za-z0-9+/=]+$/.test(line));
  expect(commands.map((line) => line.replace(/^\S+ (UID )?/, "").split(" ")[0])).toEqual(
    expect.arrayContaining(["EXAMINE", "SEARCH", "FETCH", "LOGOUT"]),
  );
  expect(server.lines.filter((line) => /SELECT|STORE|EXPUNGE|COPY|MOVE|APPEND|BODY\[/.test(line))).toEqual([]);
});

it.each([
  ["base64", "utf-8", "text/plain", "Código de confirmação: 482915"],
  ["quoted-printable", "utf-8", "text/plain", "Código de confirmação: 482915"],
  ["quoted-printable", "latin1", "text/plain", "Código de confirmação: 482915"],
  ["8bit", "latin1", "text/plain", "Código de confirmação: 482915"],
  ["base64", "utf-8", "text/html", "<style>a{color:#112233}</style><p>C&oacute;digo <b>4829</b><b>15</b></p>"],
  ["quoted-printable", "utf-8", "text/html", '<a href="https://platform.example/123456">aqui</a><td>482915</td>'],
] as const)("decodes %s in %s of %s", async (encoding, charset, type, text) => {
  await using server = await ImapServer.start();
  server.deliver({ receivedAt: after(1), parts: [{ type, text, charset, encoding }] });

  expect(await codeOf(server, {}, soon)).toBe("482915");
});

it("knows a withdrawal's name in a text that is encoded in a character set", async () => {
  await using server = await ImapServer.start();
  const parts = [{ type: "text/plain", charset: "latin1", text: "número ID_ÇÃO, código 111111" }] as const;
  server.deliver({ receivedAt: after(1), parts });
  server.deliver(mail("222222", { receivedAt: after(2) }));

  expect(await codeOf(server, { withdrawId: "id_ção" }, soon)).toBe("111111");
});

it("prefers the plain text of alternatives, whichever stands first", async () => {
  await using server = await ImapServer.start();
  const html = { type: "text/html", encoding: "base64", text: "<p>Order 111111, code 482915</p>" } as const;
  const plain = { type: "text/plain", encoding: "quoted-printable", text: "code 482915" } as const;
  server.deliver({ receivedAt: after(1), parts: [html, plain] });

  expect(await codeOf(server, {}, soon)).toBe("482915");
});

it("looks into the HTML of alternatives whose plain text has no code, and into no attachment", async () => {
  await using server = await ImapServer.start();
  const plain = { type: "text/plain", text: "Please use a reader that shows HTML." } as const;
  const attached = { type: "text/plain", text: "111111", disposition: "attachment" } as const;
  const html = { type: "text/html", encoding: "base64", text: "<p>code&nbsp;482915</p>" } as const;
  server.deliver({ receivedAt: after(1), parts: [plain, attached, html] });

  expect(await codeOf(server, {}, soon)).toBe("482915");
});

it("finds a code that stands in the subject only", async () => {
  await using server = await ImapServer.start();
  server.deliver(mail("See the subject.", { subject: "482915 é o seu código" }));

  expect(await codeOf(server, {}, soon)).toBe("482915");
});

it("waits for a mail that comes while the server is listened to", async () => {
  await using server = await ImapServer.start();
  const asked = codeOf(server);
  await server.hears(/ IDLE$/);
  server.deliver(mail("news without a code"));
  await server.hears(/ IDLE$/, 2);
  server.deliver(mail("482915"));

  expect(await asked).toBe("482915");
});

it("looks again and again where the server does not tell of new mail", async () => {
  await using server = await ImapServer.start({ capabilities: ["AUTH=PLAIN"] });
  const asked = codeOf(server, {}, { pollMs: 1 });
  await server.hears(/ UID SEARCH/, 2);
  server.deliver(mail("482915"));

  expect(await asked).toBe("482915");
});

it("signs in where the server knows only LOGIN", async () => {
  await using server = await ImapServer.start({ capabilities: ["IDLE"], password: 'pa "ss\\word' });
  server.deliver(mail("482915"));

  expect(await codeOf(server)).toBe("482915");
  expect(server.lines).toContainEqual(expect.stringMatching(/ LOGIN /));
});

it("takes a mail that names the withdrawal before a newer one that does not", async () => {
  await using server = await ImapServer.start();
  server.deliver(mail("withdrawal WDR_AAAAAAAAAAAA: 482915"));
  server.deliver(mail("111111", { receivedAt: after(9) }));

  expect(await codeOf(server, {}, soon)).toBe("482915");
});

it("knows the withdrawal in a link of the mail, too", async () => {
  await using server = await ImapServer.start();
  const text = '<a href="https://platform.example/w/wdr_aaaaaaaaaaaa">it</a> has 482915';
  server.deliver({ receivedAt: after(1), parts: [{ type: "text/html", encoding: "quoted-printable", text }] });
  server.deliver(mail("111111", { receivedAt: after(9) }));

  expect(await codeOf(server, {}, soon)).toBe("482915");
});

it("never takes a mail that names another withdrawal only", async () => {
  await using server = await ImapServer.start();
  server.deliver(mail("withdrawal wdr_bbbbbbbbbbbb: 111111", { receivedAt: after(9) }));
  expect((await refusal(codeOf(server, {}, soon))).message).toContain("1 message looked at");

  server.deliver(mail("482915"));
  expect(await codeOf(server, {}, soon)).toBe("482915");
});

it("takes the newest of equals by when they were received, not by how they lie", async () => {
  await using server = await ImapServer.start();
  server.deliver(mail("111111", { receivedAt: after(3) }));
  server.deliver(mail("482915", { receivedAt: after(9) }));
  server.deliver(mail("222222", { receivedAt: after(5) }));

  expect(await codeOf(server, {}, soon)).toBe("482915");
});

it("takes none of the codes that are known to be older, also of a mail that names the withdrawal", async () => {
  await using server = await ImapServer.start();
  server.deliver(mail("wdr_aaaaaaaaaaaa: 111111"));
  const asked = codeOf(server, { notThese: ["111111"] });
  await server.hears(/ IDLE$/);
  server.deliver(mail("wdr_aaaaaaaaaaaa: 482915"));

  expect(await asked).toBe("482915");
});

it("tolerates a mail server's clock that is a minute behind, no more", async () => {
  await using server = await ImapServer.start();
  server.deliver(mail("wdr_aaaaaaaaaaaa: 111111", { receivedAt: after(-61) }));
  expect((await refusal(codeOf(server, {}, soon))).message).toContain("0 messages looked at");

  server.deliver(mail("wdr_aaaaaaaaaaaa: 482915", { receivedAt: after(-59) }));
  expect(await codeOf(server, {}, soon)).toBe("482915");
});

it("takes a mail of the same second for a new one, for mail servers know no more of time", async () => {
  await using server = await ImapServer.start();
  server.deliver(mail("482915", { receivedAt: new Date("2026-03-02T00:10:00.000Z") }));

  expect(await codeOf(server, {}, { waitMs: 0, doubtMs: 60_000 })).toBe("482915");
});

it("waits for something better than a mail that may be of an older withdrawal", async () => {
  await using server = await ImapServer.start();
  server.deliver(mail("111111", { receivedAt: after(-20) }));
  const asked = codeOf(server);
  await server.hears(/ IDLE$/);
  server.deliver(mail("482915"));

  expect(await asked).toBe("482915");
});

it("takes such a mail when nothing better has come", async () => {
  await using server = await ImapServer.start();
  server.deliver(mail("482915", { receivedAt: after(-20) }));

  expect(await codeOf(server, {}, { doubtMs: 1, pollMs: 1 })).toBe("482915");
});

it("gives a mail to one withdrawal only, and to that one again", async () => {
  await using server = await ImapServer.start();
  const codes = codesOf(server.url(), soon);
  server.deliver(mail("111111"));
  expect(await codes.code(request(), never)).toBe("111111");

  const other = request({ withdrawId: "wdr_bbbbbbbbbbbb" });
  expect((await refusal(codes.code(other, never))).message).toContain("1 message looked at");
  expect(await codes.code(request(), never)).toBe("111111");
});

it("looks at the mails with the subject and the sender that it was told", async () => {
  await using server = await ImapServer.start();
  server.deliver(mail("482915", { subject: "Código PIX", from: "otp+pix@platform.example" }));
  server.deliver(mail("111111", { subject: "Código PIX", from: "news@shop.example", receivedAt: after(5) }));
  server.deliver(mail("222222", { subject: "News", from: "otp+pix@platform.example", receivedAt: after(5) }));
  const codes = codesOf(server.url("?subject=c%C3%B3digo&from=otp+pix@platform.example"), soon);

  expect(await codes.code(request(), never)).toBe("482915");
});

it("says how many messages it looked at when no code came", async () => {
  await using server = await ImapServer.start();
  server.deliver(mail("an amount of 123456,78"));
  server.deliver(mail("no code"));

  const { message } = await refusal(codeOf(server, {}, { ...soon, waitMs: 20, pollMs: 1 }));
  expect(message).toContain("no code came within 0.02 s");
  expect(message).toContain("2 messages looked at");
});

it("looks at the newest hundred where very many have come", async () => {
  await using server = await ImapServer.start();
  for (let times = 0; times < 110; times += 1) server.deliver(mail("no code"));
  expect((await refusal(codeOf(server, {}, soon))).message).toContain("100 messages looked at");

  server.deliver(mail("482915"));
  expect(await codeOf(server, {}, soon)).toBe("482915");
});

it("says that the password is wrong, without it, even if the server repeats it", async () => {
  await using server = await ImapServer.start({ refusal: "%password is wrong" });
  const asked = codesOf(server.url("", "sesame-öpen")).code(request(), never);

  const { message } = await refusal(asked);
  expect(message).toContain(
    `127.0.0.1:${server.port} cannot be read: it refused user and password ([redacted] is wrong`,
  );
  expect(message).not.toMatch(/sesame|%C3%B6|c2VzYW1l/);
});

it("says that the mailbox is not there", async () => {
  await using server = await ImapServer.start();
  const asked = codesOf(server.url().replace("INBOX", "Codes")).code(request(), never);

  expect((await refusal(asked)).message).toContain("there is no such mailbox");
});

it("says that nobody listens there", async () => {
  const server = await ImapServer.start();
  const url = server.url();
  await server[Symbol.asyncDispose]();

  expect((await refusal(codesOf(url).code(request(), never))).message).toMatch(/cannot be read: .*ECONNREFUSED/);
});

it("does not speak in the clear to a server that cannot encrypt, unless it was told so", async () => {
  await using server = await ImapServer.start();
  server.deliver(mail("482915"));
  const parsed = parseImapAccount(server.url());
  if ("problem" in parsed) throw new Error(parsed.problem);
  for (const encryption of ["tls", "starttls"] as const) {
    await refusal(new ImapCodes({ ...parsed.account, encryption }).code(request(), never));
  }
  expect(server.lines.filter((line) => /LOGIN|AUTHENTICATE/.test(line))).toEqual([]);
  expect(await new ImapCodes({ ...parsed.account, encryption: "none" }).code(request(), never)).toBe("482915");
});

it("fails when the connection is lost", async () => {
  await using server = await ImapServer.start();
  const asked = refusal(codeOf(server));
  await server.hears(/ IDLE$/);
  server.drop();

  expect((await asked).message).toMatch(/cannot be read: the mail server ended the connection$/);
});

it("stops waiting when it is aborted, with the reason of that, and hangs up", async () => {
  await using server = await ImapServer.start();
  const aborting = new AbortController();
  const asked = codesOf(server.url()).code(request(), aborting.signal);
  await server.hears(/ IDLE$/);
  aborting.abort(new Error("the run is over"));

  await expect(asked).rejects.toThrow("the run is over");
  await server.is(() => server.connections === 0);
});

it("stops connecting when it is aborted", async () => {
  const connected = Promise.withResolvers<Socket>();
  // It never says a word.
  const silent = createServer((socket) => connected.resolve(socket.resume())).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const address = silent.address();
  if (address === null || typeof address === "string") throw new Error("it does not listen");
  const aborting = new AbortController();
  const asked = codesOf(`imap://u:p@127.0.0.1:${address.port}`).code(request(), aborting.signal);
  const hungUp = once(await connected.promise, "close").catch(() => {});
  aborting.abort(new Error("the run is over"));

  await expect(asked).rejects.toThrow("the run is over");
  await hungUp;
  silent.close();
});

it("ends what waits when it is closed", async () => {
  await using server = await ImapServer.start();
  const codes = codesOf(server.url());
  const asked = refusal(codes.code(request(), never));
  await server.hears(/ IDLE$/);
  await codes.close();

  expect((await asked).message).toBe("the source of codes was closed");
  await server.is(() => server.connections === 0);
});
