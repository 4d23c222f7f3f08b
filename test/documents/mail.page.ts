import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type ReceivedMail, startMailBoxServer } from "../../src/outbound/testing/mail-box-server.ts";
import { selfSigned } from "../../src/outbound/testing/self-signed.ts";
import { DocumentedBlocks } from "../documented-blocks.ts";
import { folderOfTests } from "../folder-of-tests.ts";
import { main } from "../running-saldo.ts";

const page = new DocumentedBlocks("docs/mail.md");
const run = promisify(execFile);
const folder = folderOfTests();

/** A block as printed, with `saldo` as the name of this program; at its end it becomes the server. */
class RunningBlock implements AsyncDisposable {
  readonly #child;
  readonly address: Promise<string>;

  constructor(text: string, variables: Record<string, string> = {}) {
    const commands = text.replace(/^saldo /m, `exec '${process.execPath}' '${main}' `);
    const env = { ...process.env, PORT: "0", ...variables };
    this.#child = spawn("bash", ["-ec", commands], { env, stdio: ["ignore", "pipe", "inherit"] });
    this.address = addressOf(this.#child.stdout);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill();
    if (this.#child.exitCode === null) await once(this.#child, "exit");
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const found = /"address":"(http:[^"]+)"/.exec(line);
    if (found?.[1] !== undefined) return found[1];
  }
  throw new Error("the server ended without telling its address");
}

/** The mail as the page shows it: the headers it names, in its order, and the text. */
function shown({ headers, text }: ReceivedMail, names: readonly string[]): string {
  return `${names.map((name) => `${name}: ${headers.get(name.toLowerCase())}\n`).join("")}\n${text}\n`;
}

test("a code goes out as the page shows it", async () => {
  await using box = await startMailBoxServer();
  const start = page.take("sh", /smtp:\/\/127/).text.replace("smtp://127.0.0.1:1025", box.url);
  await using saldo = new RunningBlock(start);
  const address = await saldo.address;
  for (const { text } of page.takeAll("console")) {
    const command = text.replace(/^\$ /, "").replace("http://127.0.0.1:4400", address);
    const { stdout } = await run("bash", ["-c", command]);
    expect(JSON.parse(stdout), stdout).not.toHaveProperty("data.code");
  }
  await box.reached(1);
  const [mail] = box.mails;
  const printed = page.take("", /^From:/).text;
  const names = [...(printed.split("\n\n")[0] ?? "").matchAll(/^([\w-]+):/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(mail && shown(mail, names)).toBe(printed);
});

test("a server with a login and a certificate of its own is used as the page says", async () => {
  const authority = join(folder, "authority.pem");
  await writeFile(authority, selfSigned.cert);
  const logins: unknown[] = [];
  await using box = await startMailBoxServer({
    secure: true,
    ...selfSigned,
    authOptional: false,
    onAuth: ({ username, password }, _session, callback) => {
      logins.push([username, password]);
      callback(null, { user: username });
    },
  });
  const block = page.take("sh", /smtps:/).text.replace("mail.acme.dev:465", `127.0.0.1:${box.port}`);
  await using saldo = new RunningBlock(block, { NODE_EXTRA_CA_CERTS: authority });
  const { stdout } = await run("bash", [
    "-c",
    `curl -s ${await saldo.address}/account-balance/withdraw -H 'X-API-KEY: sandbox-key' -H 'Content-Type: application/json' -d '{"value": 50000}'`,
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ status: 201 });
  await box.reached(1);
  expect(logins).toEqual([["ana@acme.dev", "p@ss"]]);
  expect(box.mails[0]).toMatchObject({ sender: "payouts@acme.dev", secure: true });
  expect(box.mails[0]?.headers.get("from")).toBe("Payouts <payouts@acme.dev>");
});

test("every block of the page was run", () => {
  expect(page.notRun).toEqual([]);
});
