import { describe, expect, test } from "vitest";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { Forwarder, healthPath, type Passed } from "./forward.ts";

const balance: Passed = { method: "GET", path: "/account-balance", headers: {}, body: Buffer.alloc(0) };

/** As long as a test can wait. */
const short = { answerMs: 50, controlAnswerMs: 60_000 };

async function sent(url: string, passed: Passed = balance, keepsConnections = false) {
  const forwarder = new Forwarder(url, keepsConnections, short);
  const answer = await forwarder.send(passed);
  await forwarder.close();
  return answer;
}

describe("what comes too late is no answer", () => {
  test.each(["silent", "endless-body"] as const)("%s", async (manner) => {
    await using target = await startReceiver(manner);
    const tooLate = { failure: "no-answer", reason: "no answer came within 0.05 s" };
    expect(await sent(target.url)).toEqual(tooLate);
    // Whether there is a control plane must not take longer to be found out than anything else.
    expect(await sent(target.url, { ...balance, path: healthPath })).toEqual(tooLate);
  });

  test("but for a control plane, which answers when all is done that it was asked for", async () => {
    await using target = await startReceiver((_request, respond) => void setTimeout(respond, 200, "ok"));
    const advance = { ...balance, method: "POST", path: "/sandbox/clock/advance" };
    expect(await sent(target.url, advance)).toMatchObject({ status: 200 });
  });
});

test("an answer without an end is not kept", async () => {
  const body = Buffer.alloc(33 * 1024 * 1024, " ");
  await using target = await startReceiver({ status: 200, body });
  const forwarder = new Forwarder(target.url);
  expect(await forwarder.send(balance)).toMatchObject({ failure: "no-answer" });
  await forwarder.close();
});

test.each([
  ["http://nobody.invalid", "ENOTFOUND|EAI_AGAIN"],
  ["http://127.0.0.1:1", "ECONNREFUSED"],
])("nothing has reached %s", async (url, reason) => {
  // How long a name is looked for is nobody's here to say.
  const forwarder = new Forwarder(url);
  expect(await forwarder.send(balance)).toEqual({ failure: "unreachable", reason: expect.stringMatching(reason) });
  await forwarder.close();
});

test("a connection to a deployment is used once, for it may be closed by then; those to a sandbox are kept", async () => {
  for (const keepsConnections of [false, true]) {
    await using target = await startReceiver("ok");
    const forwarder = new Forwarder(target.url, keepsConnections);
    for (const _ of "123456") await forwarder.send(balance);
    expect(target.connections === 6).toBe(!keepsConnections);
    await forwarder.close();
  }
});
