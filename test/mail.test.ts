import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { asker } from "../src/client/connection.ts";
import { type MailBoxServer, startMailBoxServer } from "../src/outbound/testing/mail-box-server.ts";
import { selfSigned } from "../src/outbound/testing/self-signed.ts";
import { commandInProcess } from "./command-in-process.ts";
import { folderOfTests } from "./folder-of-tests.ts";
import { Account } from "./rules/account.ts";
import { RunningSaldo } from "./running-saldo.ts";

const folder = folderOfTests();

/** A frozen world in a process that mails. */
async function startMailing(smtpUrl: string, args: readonly string[] = [], variables: Record<string, string> = {}) {
  const saldo = new RunningSaldo(["--clock", "frozen", ...args], { SALDO_SMTP_URL: smtpUrl, ...variables });
  const ask = asker({ url: await saldo.address(), apiKey: "sandbox-key" });
  return { saldo, ask, account: new Account(ask) };
}

/** What a mail shares with the message in the sandbox's inbox. */
function readOf({ mails }: MailBoxServer) {
  return mails.map(({ headers, text }) => ({ to: headers.get("to"), subject: headers.get("subject"), text }));
}

test("codes go to the responsible person by e-mail, worded as in the inbox, to a server whose certificate is trusted", async () => {
  const authority = join(folder, "authority.pem");
  await writeFile(authority, selfSigned.cert);
  await using box = await startMailBoxServer({ secure: true, ...selfSigned });
  const variables = { NODE_EXTRA_CA_CERTS: authority };
  const { saldo, ask, account } = await startMailing(box.url, ["--smtp-from", "Acme <pagamentos@acme.dev>"], variables);
  await using _ = saldo;
  await saldo.shows(new RegExp(`mail +codes go to ${box.url}, from Acme <pagamentos@acme.dev>`));
  const withdrawId = await account.open();
  await box.reached(1);
  await account.advance({ by: "PT5M" });
  expect((await account.resend(withdrawId)).status).toBe(200);
  await box.reached(2);
  const { messages } = Object((await ask("GET", "/sandbox/inbox")).body);
  const told = messages.map(({ to, subject, text }: Record<string, string>) => ({ to, subject, text }));
  expect(readOf(box)).toEqual(told.reverse());
  expect(box.mails.map(({ sender }) => sender)).toEqual(["pagamentos@acme.dev", "pagamentos@acme.dev"]);
  expect(box.mails[1]?.headers.get("x-saldo-withdrawal")).toBe(withdrawId);
  const [code = ""] = /\d{6}(?=\. It is valid)/.exec(box.mails[1]?.text ?? "") ?? [];
  expect((await account.confirm(withdrawId, code)).status).toBe(200);
  expect(await saldo.stop()).toBe(0);
  expect(box.mails).toHaveLength(2);
});

test("the log tells of mails that did not leave, with neither code nor password", async () => {
  await using box = await startMailBoxServer({
    authOptional: false,
    onAuth: ({ password }, _session, callback) => callback(new Error(`${password} is wrong`)),
  });
  const { saldo, account } = await startMailing(box.url.replace("//", "//ana:se%2Fcret@"));
  await using _ = saldo;
  const withdrawId = await account.open();
  const line = JSON.parse(await saldo.shows(/^\{.*was not sent.*$/m));
  expect(line).toMatchObject({
    level: 40,
    worldId: "default",
    withdrawId,
    to: "ana.souza@example.com",
    msg: `the mail to ana.souza@example.com was not sent: ${box.url} does not take the user name and the password (535)`,
  });
  const code = await account.code(withdrawId);
  expect(await saldo.stop()).toBe(0);
  for (const secret of [code, "se/cret", "se%2Fcret"]) expect(saldo.output).not.toContain(secret);
});

describe("saldo start", () => {
  test("warns of a sender without a mail server", async () => {
    const wrong = ["start", "--fixture", "no-such-fixture"];
    const { stderr } = await commandInProcess(wrong, { SALDO_SMTP_FROM: "ana@acme.dev" });
    expect(stderr).toContain("warning: --smtp-from (SALDO_SMTP_FROM) does nothing without --smtp-url");
  });

  test.each([
    [["--smtp-url", "smtp://ana:hunter2#@mail.acme.dev"], {}, "it is not an address"],
    [[], { SALDO_SMTP_URL: "smtps://ana:hunter2@mail.acme.dev/inbox" }, "something follows the port"],
  ])("refuses a mail server that is none, and does not show it: %j %j", async (args, variables, problem) => {
    const { code, stdout, stderr } = await commandInProcess(["start", ...args], variables);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain(`--smtp-url (SALDO_SMTP_URL) is not usable. Reason: ${problem}. Allowed is smtp://`);
    expect(stderr).not.toContain("hunter2");
  });

  test.each(["ana@acme.dev, eve@acme.dev", "Ana\r\nBcc: eve <eve@acme.dev>"])(
    "refuses a sender that is none: %j",
    async (from) => {
      const { code, stderr } = await commandInProcess([
        "start",
        "--smtp-url",
        "smtp://127.0.0.1:1",
        "--smtp-from",
        from,
      ]);
      expect(code).toBe(1);
      expect(stderr).toContain(
        "Allowed is an address, or a name with one, such as Saldo <no-reply@saldo.example.com>.",
      );
    },
  );
});
