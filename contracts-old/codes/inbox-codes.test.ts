import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { type CodeRequest, NoCode } from "./code-source.ts";
import { InboxCodes } from "./inbox-codes.ts";

const never = new AbortController().signal;
const request: CodeRequest = {
  withdrawId: "wdr_a/b&c",
  sentAfter: "2026-03-02T12:00:00.000Z",
  notThese: [],
  apiKey: "the-key",
};

/** A control plane that answers everything in one way. */
async function controlPlane(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(respond).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it does not listen");
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    if (server.listening) await once(server, "close");
  };
  return { url: `http://127.0.0.1:${address.port}`, stop, [Symbol.asyncDispose]: stop };
}

function answering(status: number, body: unknown) {
  return controlPlane((_, response) => response.writeHead(status).end(JSON.stringify(body)));
}

function inbox(...codes: unknown[]) {
  return answering(200, { messages: codes.map((otpCode) => ({ otpCode, text: "" })) });
}

async function refusal(url: string, given: Partial<CodeRequest> = {}): Promise<string> {
  const error: unknown = await new InboxCodes(url, fetch).code({ ...request, ...given }, never).then(
    (code) => new Error(`a code came: ${code}`),
    (error) => error,
  );
  if (error instanceof NoCode) return error.message;
  throw error;
}

it("asks with the key for the messages of the withdrawal, and takes the newest", async () => {
  const asked: unknown[] = [];
  await using sandbox = await controlPlane(({ method, url, headers }, response) => {
    asked.push([method, url, headers["x-api-key"]]);
    response.end(JSON.stringify({ messages: [{ otpCode: "482915" }, { otpCode: "111111" }] }));
  });
  const codes = new InboxCodes(`${sandbox.url}/`, fetch);

  expect(await codes.code({ ...request, notThese: ["111111"] }, never)).toBe("482915");
  expect(asked).toEqual([["GET", "/sandbox/inbox?withdrawId=wdr_a%2Fb%26c", "the-key"]]);
});

it("takes no older code when the newest is known to be older", async () => {
  await using sandbox = await inbox("482915", "111111");
  expect(await refusal(sandbox.url, { notThese: ["482915"] })).toContain("has an older code");
});

it("says that there is no message", async () => {
  await using sandbox = await inbox();
  expect(await refusal(sandbox.url)).toContain("no message about the withdrawal");
});

it.each([[undefined], [482915], ["48291"], [null]])("takes no code that is none: %j", async (code) => {
  await using sandbox = await inbox(code);
  expect(await refusal(sandbox.url)).toContain("no list of messages");
});

it.each([[null], [[]], [{}], [{ messages: {} }], [{ messages: [null] }]])("reads no code out of %j", async (body) => {
  await using sandbox = await answering(200, body);
  expect(await refusal(sandbox.url)).toContain("no list of messages");
});

it("says what the answer's status was, and what to do where there is no control plane", async () => {
  await using locked = await answering(401, {});
  expect(await refusal(locked.url)).toMatch(/^GET \/sandbox\/inbox\?\S+ was answered with 401$/);

  await using other = await answering(404, {});
  expect(await refusal(other.url)).toMatch(/404; what is no sandbox needs --otp prompt, command:… or imap:…$/);
});

it("says that nobody answers", async () => {
  const sandbox = await inbox();
  await sandbox.stop();
  expect(await refusal(sandbox.url)).toMatch(/had no answer: .*ECONNREFUSED/);
});

it("does not repeat a key that cannot be sent", async () => {
  await using sandbox = await inbox("482915");
  const message = await refusal(sandbox.url, { apiKey: "clé\nsecrète" });
  expect(message).toContain("had no answer");
  expect(message).not.toContain("secrète");
});

it.each(["abort", "close"] as const)("ends a question without an answer on %s", async (how) => {
  const heard = Promise.withResolvers<void>();
  await using sandbox = await controlPlane(() => heard.resolve());
  const codes = new InboxCodes(sandbox.url, fetch);
  const aborting = new AbortController();
  const asked = codes.code(request, aborting.signal);
  await heard.promise;
  if (how === "abort") aborting.abort(new Error("the run is over"));
  else await codes.close();

  await expect(asked).rejects.toThrow(
    how === "abort" ? "the run is over" : new NoCode("the source of codes was closed"),
  );
});
