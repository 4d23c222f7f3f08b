import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Receiver, secret } from "../contracts/receiver/testing/receiver.ts";
import { Shop } from "../contracts/receiver/testing/shop.ts";
import type { Report } from "../contracts/report/report.ts";
import { commandInProcess } from "./command-in-process.ts";
import { folderOfTests } from "./folder-of-tests.ts";

const gatewayKey = "gk_5d1c2b3a4f5e6d7c";
const queryKey = "qk_0f9e8d7c6b5a";

const folder = folderOfTests();

function check(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  return commandInProcess(["receiver", "check", ...args], variables);
}

describe("saldo receiver check", () => {
  test("ends with 1 when a clause is broken, and writes what it found where it was asked to", async () => {
    await using receiver = await Receiver.start({ trusts: () => true });
    const place = (name: string) => join(folder, name);
    const files = ["--save-json", place("a.json"), "--junit", place("a.xml"), "--html", place("a.html"), "--github"];
    const args = [receiver.url.href, "--secret", secret, "--only", "signature.missing,events.charge-paid", ...files];
    const { code, stdout } = await check(args);
    expect(code, stdout).toBe(1);
    expect(stdout).toContain("no signature: answered 204; a rejection was expected.");
    expect(stdout).toContain("::error title=signature.missing%3A broken::");
    const report: Report = JSON.parse(await readFile(place("a.json"), "utf8"));
    expect(report.results.map(({ id, verdict }) => [id, verdict])).toEqual([
      ["events.charge-paid", "passed"],
      ["signature.missing", "broken"],
    ]);
    expect(await readFile(place("a.xml"), "utf8")).toContain('<testsuites name="saldo receiver check"');
    expect(await readFile(place("a.html"), "utf8")).toContain("no signature: answered 204");
  });

  test("counts what is recommended only when it is strict", async () => {
    await using receiver = await Receiver.start({ takes: ({ event }) => (event === "invoice.settled" ? 400 : 200) });
    const args = [receiver.url.href, "--only", "events.unknown"];
    const lenient = await check(args, { SALDO_WEBHOOK_SECRET: secret });
    expect([lenient.code, lenient.stdout]).toEqual([
      0,
      expect.stringContaining("Behaviour that differs from what is recommended, which is no fault"),
    ]);
    const strict = await check([...args, "--strict"], { SALDO_WEBHOOK_SECRET: secret });
    expect([strict.code, strict.stdout]).toEqual([1, expect.stringContaining("The target breaks 1 clause.")]);
  });

  test("ends with 3 where letters cannot be sent, and says why", async () => {
    await using receiver = await Receiver.start();
    const { host } = receiver.url;
    const { code, stdout, stderr } = await check([`https://${host}/hooks`, "--secret", secret]);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toBe(
      `error: https://${host}/hooks cannot be used: no answer came: what answers there does not speak TLS; is its address one with http://?\n`,
    );
  });

  test("sends what a gateway wants; and neither that nor a secret is shown anywhere, even if the receiver tells it", async () => {
    const gateway = new Set<string>();
    await using receiver = await Receiver.start({
      takes: (_, { headers }) => {
        gateway.add(String(headers.authorization));
        return 200;
      },
      answers: (response, status) =>
        response.writeHead(status, { "x-told": secret }).end(`{"a":"${secret} ${gatewayKey} ${queryKey}"}`),
    });
    const place = (name: string) => join(folder, `secret.${name}`);
    const files = ["save-json", "junit", "html"].flatMap((kind) => [`--${kind}`, place(kind)]);
    const url = `${receiver.url.href}?key=${queryKey}`;
    const args = [url, "--secret", secret, "--header", `Authorization: Bearer ${gatewayKey}`, "--only", "signature.*"];
    const { code, stdout, stderr } = await check([...args, ...files, "--github"]);
    expect(code, stdout).toBe(0);
    expect([...gateway]).toEqual([`Bearer ${gatewayKey}`]);
    const told = [
      stdout,
      stderr,
      ...(await Promise.all(["save-json", "junit", "html"].map((kind) => readFile(place(kind), "utf8")))),
    ];
    expect(told[0]).toContain("/hooks?…\n");
    // The signatures of the check's own deliveries are evidence.
    const sent = /X-Webhook-Signature(?:": "|: )sha256=[0-9a-f]{64}[^"\n]*/g;
    expect(told[2]).toMatch(sent);
    expect(told[4]).toMatch(sent);
    for (const text of told)
      expect(text.replaceAll(sent, "")).not.toMatch(
        new RegExp(`${secret}|${gatewayKey}|${queryKey}|sha256=[0-9a-f]{64}`),
      );
  });

  test("shows no signature by which a short secret could be guessed", async () => {
    await using receiver = await Receiver.start();
    const json = join(folder, "short.json");
    const args = [receiver.url.href, "--secret", "whsec_3f9a", "--only", "events.charge-paid", "--save-json", json];
    expect((await check(args)).code).toBe(1);
    const text = await readFile(json, "utf8");
    expect(text).toContain('"X-Webhook-Signature": "[redacted]"');
    expect(text).not.toMatch(/sha256=[0-9a-f]{64}/);
  });

  test("sees what deliveries change where it is told to look", async () => {
    await using shop = await Shop.start({ paysForged: true });
    const sources = ["--effect", shop.page.href, "--effect", "command:echo same", "--effect-wait", "20ms"];
    const args = [shop.receiver.url.href, "--secret", secret, "--only", "effects.*", ...sources];
    const { code, stdout } = await check(args);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining("no signature: answered 401, and the state changed from"),
    ]);
    expect(stdout).toContain("As code: docs/receiver-fixes.md#verify-first");
  });

  test("ends with 3, and sends nothing, where it cannot see that", async () => {
    await using receiver = await Receiver.start();
    const args = [receiver.url.href, "--secret", secret, "--effect", "command:exit 7"];
    const { code, stdout, stderr } = await check(args);
    expect([code, stdout, stderr]).toEqual([3, "", "error: the command of --effect ended with status 7\n"]);
    expect(receiver.letters).toBe(0);
  });

  test("says of effects that are not asked for that they are not judged", async () => {
    await using receiver = await Receiver.start();
    const args = [receiver.url.href, "--secret", secret, "--only", "effects.*,events.charge-paid"];
    const { code, stdout } = await check(args);
    expect(code).toBe(0);
    expect(stdout).toContain("3: not judged without --effect, because no response shows what a receiver does");
  });

  test.each([`${secret},whsec_second`, ` ${secret}  whsec_second,`])(
    "takes several from SALDO_WEBHOOK_SECRET",
    async (several) => {
      await using receiver = await Receiver.start();
      const args = [receiver.url.href, "--only", "signature.every-secret"];
      const { stdout } = await check(args, { SALDO_WEBHOOK_SECRET: several });
      expect(stdout).toContain("a delivery with secret 2 of 2: answered 401");
      const given = await check([...args, "--secret", secret], { SALDO_WEBHOOK_SECRET: several });
      expect([given.code, given.stdout]).toEqual([0, expect.stringContaining("Every clause that was judged passed.")]);
    },
  );

  test("gives an answer no more time than --timeout", async () => {
    await using receiver = await Receiver.start({ takes: () => null });
    const args = [receiver.url.href, "--secret", secret, "--timeout", "50ms", "--only", "answers.in-time"];
    const { code, stdout } = await check(args);
    expect(code).toBe(1);
    expect(stdout).toContain("charge.paid: no answer came within 0.15 s; a response within 50 ms was expected.");
  });

  test("--list lists what would be checked, and sends nothing", async () => {
    const { code, stdout } = await check(["--list", "--only", "fields.*"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^fields\.customer-null {2}\(documented\)\n {4}`customer` may be null\.\n/);
    expect(stdout).toContain("fields.unknown  (recommended)");
    expect(stdout).not.toContain("signature.");
  });
});

/** Flags, `URL` and `FOLDER` in them replaced; and what must be said of them. */
const mistakes: readonly (readonly [flags: string, said: string])[] = [
  ["--secret a", "say where the receiver is"],
  ["localhost:3000 --secret a", "Allowed is an address such as http://localhost:3000/hooks."],
  ["http://name:password@localhost/hooks --secret a", "An address cannot have a user name or a password."],
  ["URL", "say what deliveries are signed with: --secret or SALDO_WEBHOOK_SECRET"],
  ["URL --secret a --secret a", "the same --secret is given twice"],
  ["URL --secret a --header nothing", "Allowed is a header such as 'Authorization: Bearer KEY'."],
  ["URL --secret a --header X-Webhook-Event:_a", "X-Webhook-Event is a header of the delivery itself."],
  ["URL --secret a --timeout 11s", "Allowed is a duration such as 500ms or 5s"],
  [
    "URL --secret a --events charge.paid,charge.payed",
    'there is no event "charge.payed". Allowed are charge.pending, charge.processing, charge.paid,',
  ],
  ["URL --secret a --events ,", "Allowed are names of events such as charge.paid,withdraw.completed."],
  ["URL --secret a --effect payouts", "Allowed is an address such as http://localhost:3000/payouts/count."],
  ["URL --secret a --effect command:_", "Or 'command:' with a shell command that prints what deliveries change."],
  ["URL --secret a --effect http://name:password@localhost/", "An address cannot have a user name or a password."],
  ["URL --secret a --effect-wait 2m", "Allowed is a duration such as PT5S or 500ms, at most a minute."],
  ["URL --secret a --only events.none", '--only: no clause is called "events.none"'],
  ["URL --secret a --only ,", "Allowed are ids of clauses such as 'signature.*,webhooks.name'."],
  [
    "URL --secret a --save-json FOLDER/same --html FOLDER/./same",
    "--save-json and --html are both to be written to FOLDER/./same",
  ],
  ["URL other --secret a", "too many arguments"],
];

test.for(mistakes)(
  "what cannot be meant is refused with status 2 before the receiver is sent anything saldo receiver check %s",
  async ([flags, said]) => {
    await using receiver = await Receiver.start();
    const fill = (text: string) =>
      text
        .replaceAll("FOLDER", folder)
        .replace("URL", receiver.url.href)
        .replace(/(?<=:)_/, " ");
    const { code, stdout, stderr } = await check(flags.split(" ").map(fill));
    expect([code, stdout], stderr).toEqual([2, ""]);
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toContain(fill(said));
    expect(stderr).not.toMatch(/\n {4}at |password@/);
    expect(receiver.letters).toBe(0);
  },
);
