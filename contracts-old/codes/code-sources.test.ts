import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { parseCodeSource } from "./code-source.ts";
import { openCodeSource } from "./code-sources.ts";
import { ImapServer } from "./testing/imap-server.ts";

const never = new AbortController().signal;
const request = { withdrawId: "wdr_1", sentAfter: "2026-03-02T12:00:00.000Z", notThese: [], apiKey: "the-key" };

it("opens each source with what it needs", async () => {
  await using server = await ImapServer.start();
  server.deliver({ receivedAt: new Date("2026-03-02T12:00:01Z"), parts: [{ type: "text/plain", text: "444444" }] });
  const input = new PassThrough();
  input.end("222222\n");
  const parts = {
    url: "http://sandbox.example",
    fetch: async () => Response.json({ messages: [{ otpCode: "111111" }] }),
    input,
    output: new PassThrough(),
  };

  const codes: string[] = [];
  for (const flag of ["inbox", "prompt", "command:echo 333333", `imap:${server.url()}`]) {
    const source = openCodeSource(parseCodeSource(flag), parts);
    codes.push(`${source.name} ${await source.code(request, never)}`);
    await source.close();
  }
  expect(codes).toEqual(["inbox 111111", "prompt 222222", "command 333333", "imap 127.0.0.1 444444"]);
});
