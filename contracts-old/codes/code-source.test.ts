import { expect, it } from "vitest";
import { CodeSourceError, parseCodeSource } from "./code-source.ts";

it.each([
  ["inbox", { kind: "inbox" }],
  ["prompt", { kind: "prompt" }],
  ["command:./code.sh | tail -n 1", { kind: "command", command: "./code.sh | tail -n 1" }],
  ["command:a:b\nc", { kind: "command", command: "a:b\nc" }],
  ["imap:imaps://u:p@mail.example.com", { kind: "imap", account: { host: "mail.example.com", password: "p" } }],
])("reads %j", (text, spec) => expect(parseCodeSource(text)).toMatchObject(spec));

it.each([
  "",
  "mail",
  "secret",
  "Inbox",
  "inbox:secret",
  "prompt:",
  "command",
  "command:",
  "command:  ",
  "command:secret\0",
  "imap",
  "imap:",
  "imap://u:secret@mail.example.com",
  "imaps://u:secret@mail.example.com",
  "imap:https://u:secret@mail.example.com",
])("refuses %j, says what is allowed, and repeats nothing", (text) => {
  const parse = () => parseCodeSource(text);
  expect(parse).toThrow(CodeSourceError);
  expect(parse).toThrow(/Allowed are inbox, prompt, command:<[^>]+>, and imap:<url> such as imap:imaps:\/\/\S+$/);
  expect(parse).not.toThrow(/secret/);
});
