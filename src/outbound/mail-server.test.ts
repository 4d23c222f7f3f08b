import { expect, test } from "vitest";
import { mailServerName, mustBeSecured, parseMailServer } from "./mail-server.ts";

test.each([
  ["smtp://127.0.0.1:1025", { host: "127.0.0.1", port: 1025, secure: false, login: null }],
  ["smtp://mail.acme.dev", { host: "mail.acme.dev", port: 587, secure: false, login: null }],
  ["smtps://mail.acme.dev/", { host: "mail.acme.dev", port: 465, secure: true, login: null }],
  ["SMTPS://mail.acme.dev:2465", { host: "mail.acme.dev", port: 2465, secure: true, login: null }],
  ["smtp://mail_pit:1025", { host: "mail_pit", port: 1025, secure: false, login: null }],
  ["smtp://[::1]:1025", { host: "::1", port: 1025, secure: false, login: null }],
  [
    "smtps://ana%40acme.dev:p%40ss%2F%23%25@mail.acme.dev:465",
    { host: "mail.acme.dev", port: 465, secure: true, login: { user: "ana@acme.dev", password: "p@ss/#%" } },
  ],
])("%s is a mail server", (text, server) => {
  expect(parseMailServer(text)).toEqual(server);
});

test.each([
  ["", "it is not an address"],
  ["127.0.0.1:1025", "it is not an address"],
  ["mail.acme.dev:1025", "it begins with neither smtp:// nor smtps://"],
  ["http://mail.acme.dev", "it begins with neither smtp:// nor smtps://"],
  ["smtp:mail.acme.dev", "it names no host"],
  ["smtp://", "it names no host"],
  ["smtp://a%20b:25", "it names no host"],
  ["smtp://mail.acme.dev:0", "it names the port 0"],
  ["smtp://mail.acme.dev:70000", "it is not an address"],
  ["smtp://mail.acme.dev/inbox", "something follows the port"],
  ["smtp://mail.acme.dev?pool=true", "something follows the port"],
  ["smtp://ana:secret#1@mail.acme.dev", "it is not an address"],
  ["smtp://ana@mail.acme.dev", "a user name needs a password, and a password a user name"],
  ["smtp://:secret@mail.acme.dev", "a user name needs a password, and a password a user name"],
  ["smtp://ana:100%@mail.acme.dev", "a % in its user name or password is not written %25"],
])("%j is none, and what is wrong is told without it", (text, problem) => {
  expect(parseMailServer(text)).toEqual({ problem });
});

test("its name is its address without the password", () => {
  const name = (text: string) => {
    const server = parseMailServer(text);
    return "problem" in server ? server.problem : mailServerName(server);
  };
  expect(name("smtps://ana:secret@mail.acme.dev")).toBe("smtps://mail.acme.dev:465");
  expect(name("smtp://[::1]:1025")).toBe("smtp://[::1]:1025");
});

test.each([
  ["smtp://ana:p@mail.acme.dev", true],
  ["smtp://ana:p@10.0.0.7:25", true],
  ["smtp://ana:p@localhost:1025", false],
  ["smtp://ana:p@127.0.0.1:1025", false],
  ["smtp://ana:p@[::1]:1025", false],
  ["smtp://mail:1025", false],
])("a login leaves this machine over TLS only: %s", (url, secured) => {
  const server = parseMailServer(url);
  if ("problem" in server) throw new Error(server.problem);
  expect(mustBeSecured(server)).toBe(secured);
});
