import { describe, expect, it } from "vitest";
import { parseImapAccount } from "./imap-account.ts";

describe("the address of a mailbox", () => {
  it.each([
    ["imaps://u:p@mail.example.com", { port: 993, encryption: "tls", mailbox: "INBOX" }],
    ["imaps://u:p@mail.example.com:1993/", { port: 1993, encryption: "tls", mailbox: "INBOX" }],
    ["imap://u:p@mail.example.com/Codes", { port: 143, encryption: "starttls", mailbox: "Codes" }],
    ["imap://u:p@mail.example.com/?encryption=none", { encryption: "none", filters: {} }],
    ["imap://u:p@localhost:1143", { port: 1143, encryption: "none" }],
    ["imap://u:p@127.0.0.1:1143", { host: "127.0.0.1", encryption: "none" }],
    ["imap://u:p@[::1]:1143", { host: "::1", encryption: "none" }],
    ["imap://u:p@127.0.0.1.example.com", { encryption: "starttls" }],
    ["imaps://u:p@h/Caixa%20de%20entrada/C%C3%B3digos", { mailbox: "Caixa de entrada/Códigos" }],
    ["imaps://tests@example.com:p@mail.example.com", { user: "tests@example.com", host: "mail.example.com" }],
    ["imaps://a:p%40ss%2Fw%C3%B6rd%25@h", { password: "p@ss/wörd%" }],
    ["imaps://u:a:b@h", { password: "a:b" }],
    [
      "imaps://u:p@h?subject=C%C3%B3digo%20PIX&from=otp+1@platform.example&to=tests",
      { filters: { subject: "Código PIX", from: "otp+1@platform.example", to: "tests" } },
    ],
  ])("is read: %s", (text, account) => {
    expect(parseImapAccount(text)).toMatchObject({ account });
  });

  it.each([
    ["no URL", "secret"],
    ["another protocol", "https://u:secret@h"],
    ["no user", "imaps://mail.example.com"],
    ["no password", "imaps://secret@mail.example.com"],
    ["no host", "imaps:///INBOX"],
    ["a password with a slash", "imaps://u:1/secret@h"],
    ["a password with an @ and a slash", "imaps://u:a@b/secret@h"],
    ["a password with an @ and a question mark", "imaps://u:a@b?secret@h"],
    ["a password with a hash", "imaps://u:a@b#secret@h"],
    ["a password with a percent sign", "imaps://u:secret%zz@h"],
    ["a password with bytes that are no text", "imaps://u:secret%ff@h"],
    ["a line break", "imaps://u:secret%0d%0aLOGOUT@h"],
    ["a port that is none", "imaps://u:secret@h:99999"],
    ["an unknown parameter", "imaps://u:secret@h?secret=1"],
    ["a parameter that is there twice", "imaps://u:secret@h?to=a&to=b"],
    ["a parameter without a value", "imaps://u:secret@h?to="],
    ["an unknown encryption", "imap://u:secret@h?encryption=secret"],
    ["an encryption of what is encrypted", "imaps://u:secret@h?encryption=none"],
  ])("is refused without being repeated: %s", (_, text) => {
    const parsed = parseImapAccount(text);
    expect(parsed).toEqual({ problem: expect.stringMatching(/\.$/) });
    expect(JSON.stringify(parsed)).not.toContain("secret");
  });
});
