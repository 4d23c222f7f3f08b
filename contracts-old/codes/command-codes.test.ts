import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, it } from "vitest";
import { NoCode } from "./code-source.ts";
import { CommandCodes, type CommandCodesOptions } from "./command-codes.ts";

const never = new AbortController().signal;

function request(notThese: readonly string[] = []) {
  return { withdrawId: "wdr_1", sentAfter: "2026-03-02T12:00:00.000Z", notThese, apiKey: "the-key" };
}

async function refusal(command: string, notThese: readonly string[] = [], options: CommandCodesOptions = {}) {
  const error: unknown = await new CommandCodes(command, options).code(request(notThese), never).then(
    (code) => new Error(`a code came: ${code}`),
    (error) => error,
  );
  if (error instanceof NoCode) return error.message;
  throw error;
}

/** Sees when a process that has connected to it is gone: then its connection ends. */
async function watcher() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it does not listen");
  const script = `require("node:net").connect(${address.port}, "127.0.0.1"); setInterval(() => {}, 1000)`;
  return {
    /** A shell command that connects and stays for ever. */
    command: `"${process.execPath}" -e '${script}'`,
    seen: once(server, "connection").then(([socket]: Socket[]) => {
      const gone = Promise.withResolvers<void>();
      socket?.on("error", () => {}).once("close", () => gone.resolve());
      socket?.resume();
      return { gone: gone.promise };
    }),
    [Symbol.dispose]: () => server.close(),
  };
}

it("gives the first code that the command prints and that is no older one", async () => {
  const codes = new CommandCodes("echo of 1234567: 111111, 482915; echo 333333");
  expect(await codes.code(request(["111111"]), never)).toBe("482915");
});

it("tells the command which withdrawal and since when, and nothing of the suite's own", async () => {
  const environment = {
    PATH: process.env.PATH,
    OTHER: "kept",
    SALDO_API_KEY: "another-key",
    SALDO_OTP: "secret",
    TOKEN: "the-key",
  };
  const command = "env | grep -E '^(SALDO_|TOKEN|OTHER)' | sort | tr '\\n' ' ' >&2; exit 1";
  expect(await refusal(command, [], { environment })).toBe(
    "the command ended with status 1: OTHER=kept SALDO_SENT_AFTER=2026-03-02T12:00:00.000Z SALDO_WITHDRAW_ID=wdr_1",
  );
});

it("takes no code of a command that fails, and tells its status and last word", async () => {
  const message = await refusal("echo 482915; echo first >&2; printf 'no \\033[1mmail\\n\\n' >&2; exit 3");
  expect(message).toBe("the command ended with status 3: no  [1mmail");
  expect(await refusal("kill -TERM $$")).toBe("the command was ended by SIGTERM");
  expect(await refusal("no-such-command-secret 2>/dev/null")).toBe("the command ended with status 127");
});

it("says that no code was printed, or older ones only", async () => {
  expect(await refusal("echo 12345; echo none >&2")).toBe(
    "the command printed no code of six digits, and ended with status 0: none",
  );
  expect(await refusal("echo 111111", ["111111"])).toBe(
    "the command printed older codes only, and ended with status 0",
  );
});

it("keeps no more of endless output than it needs", async () => {
  const codes = new CommandCodes("head -c 20000000 /dev/zero | tr '\\0' x; echo; echo 482915");
  expect(await codes.code(request(), never)).toBe("482915");
});

it("ends the command when its time is over", async () => {
  expect(await refusal("sleep 600 & wait", [], { timeLimitMs: 100 })).toBe("the command did not end within 0.1 s");
});

it("kills the command and what it has started when it is aborted, with the reason of that", async () => {
  using watched = await watcher();
  // The shell waits, so that the process which connects is a child of the command.
  const aborting = new AbortController();
  const asked = new CommandCodes(`${watched.command} & wait`).code(request(), aborting.signal);
  const { gone } = await watched.seen;
  aborting.abort(new Error("the run is over"));

  await expect(asked).rejects.toThrow("the run is over");
  await gone;
});

it("kills them when the source is closed, and starts nothing any more", async () => {
  using watched = await watcher();
  const codes = new CommandCodes(`${watched.command} & wait`);
  const asked = codes.code(request(), never).catch((error) => error);
  const { gone } = await watched.seen;
  await codes.close();

  expect(await asked).toEqual(new NoCode("the source of codes was closed"));
  await gone;
  await expect(codes.code(request(), never)).rejects.toThrow(new NoCode("the source of codes was closed"));
});

it("leaves nothing behind of a command that has ended, and does not wait for it", async () => {
  // What stays behind holds the output open: as long as it lives, more could come.
  const codes = new CommandCodes("sleep 600 & echo 482915");
  expect(await codes.code(request(), never)).toBe("482915");
});
