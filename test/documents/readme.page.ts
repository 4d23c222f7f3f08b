import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = new URL("../..", import.meta.url);
const readme = readFileSync(new URL("README.md", root), "utf8");
const run = promisify(execFile);

/** The commands of the session with the answers that the page shows. */
const session = [...readme.matchAll(/```console\n\$ (.+)\n([\s\S]*?)```/g)].map(([, command = "", answer = ""]) => {
  return { command, answer: JSON.parse(answer) };
});

/** Where the page has its receiver. */
const printedReceiver = "http://127.0.0.1:3000";

test("the session answers as it is printed", async () => {
  const [, start = ""] = /```sh\nnpm start -- (.+)\n```/.exec(readme) ?? [];
  // The same command, on a port that nobody else has.
  const server = spawn("npm", ["start", "--", ...start.split(" ")], {
    cwd: root,
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const [, receiverCommand = ""] = /```sh\nnode (examples\/receiver.+)\n```/.exec(readme) ?? [];
  const [, received = ""] = /and says:\n\n```\n(.+)\n```/.exec(readme) ?? [];
  const receiver = spawn("node", receiverCommand.split(" "), {
    cwd: root,
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const heard = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
  try {
    const address = await addressOf(server.stdout);
    const receiverAddress = `http://127.0.0.1:${/\d+/.exec((await heard.next()).value ?? "")}`;
    expect(session.length).toBeGreaterThan(10);
    for (const { command, answer } of session) {
      const here = command.replaceAll("http://127.0.0.1:4400", address).replaceAll(printedReceiver, receiverAddress);
      const { stdout } = await run("bash", ["-c", here]);
      expect(JSON.parse(stdout.replaceAll(receiverAddress, printedReceiver)), command).toEqual(answer);
    }
    expect((await heard.next()).value).toBe(received);
  } finally {
    receiver.kill();
    // The group, because npm starts the server as a child of its own.
    if (server.pid !== undefined) process.kill(-server.pid, "SIGTERM");
    await once(server, "exit");
  }
});

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const found = /address +(http:\S+)/.exec(line);
    if (found?.[1] !== undefined) return found[1];
  }
  throw new Error("the server ended without telling its address");
}
