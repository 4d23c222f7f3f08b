import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Books, booksOf } from "saldo/drill";
import { expect, test } from "vitest";
import { booksIn, PLAIN_PATHS } from "../../drill/books/book-source.ts";
import { compareBooks } from "../../drill/books/compare-books.ts";
import { readWorldBooks } from "../../drill/books/world-books.ts";
import { carriedOut } from "../../src/client/unexpected-answer.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { commandInProcess } from "../command-in-process.ts";
import { sandboxOfTests } from "../sandbox-of-tests.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const saldo = await sandboxOfTests({ fixture: "no-retention" });

/** Pays out, as the platform does when nothing goes wrong. */
async function paid(value: number): Promise<string> {
  const { data } = await saldo.api.POST("/account-balance/withdraw", { body: { value } });
  const withdrawId = data?.data.withdrawId ?? "";
  const otpCode = await saldo.inbox.latestCode(withdrawId);
  await saldo.api.POST("/account-balance/withdraw/confirm", { body: { withdrawId, otpCode } });
  await saldo.clock.advance({ by: "PT10S" });
  return withdrawId;
}

test("books are compared one to one, worst first, with the posting that caused a difference", async () => {
  const [first, second] = [await paid(5_000), await paid(5_000)];
  const payout = { reference: "order-1", withdrawId: first, cents: 5_000, state: "paid" } as const;
  const other = { ...payout, reference: "order-2", withdrawId: second };
  const compared = async (payouts: Books["payouts"], totals = {}, amounts?: "net") =>
    (await booksOf(saldo).compare({ ...totals, payouts }, amounts)).map(({ kind, text }) => `${kind}: ${text}`);

  expect(await compared([payout, other], { available: 90_000, paidOut: 10_000, fees: 400, underWay: 0 })).toEqual([]);
  const twice = "paid-twice: R$ 50,00 were paid twice for order-1.";
  expect(await compared([payout])).toEqual([twice]);
  expect(await compared([payout, { ...other, reference: "order-1" }])).toEqual([
    "paid-twice: order-1 was paid 2 times, R$ 50,00 each.",
  ]);
  expect(await compared([payout, { ...other, withdrawId: first }])).toEqual([
    twice,
    "counted-twice: order-1 and order-2 are the same withdrawal of R$ 50,00.",
  ]);
  expect(await compared([payout, { ...other, state: "failed" }], { available: 1 })).toEqual([
    "paid-after-all: R$ 50,00 of order-2 are failed in the books, but the withdrawal is CONFIRMED.",
    "total: The books say that R$ 0,01 can be withdrawn; it is R$ 900,00, R$ 899,99 more.",
  ]);
  const net = [payout, other].map((one) => ({ ...one, cents: 4_800 }));
  expect(await compared(net, {}, "net")).toEqual([]);
  const [difference] = await booksOf(saldo).compare({ payouts: [payout, { ...other, state: "underWay" }] });
  expect(difference).toMatchObject({ kind: "unnoticed", cause: { reason: "WithdrawalSettled" } });
});

test("the command reads a file, and tells what differs and since when", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "books.csv");
  const withdrawId = await paid(7_000);
  await writeFile(file, `reference;withdrawId;cents;state\n"order; 3";${withdrawId};7000;failed\n`);
  const words = ["books", "--with", file, "--url", saldo.url, "--api-key", saldo.apiKey];
  const { code, stdout } = await commandInProcess(words);
  expect(code).toBe(1);
  expect(stdout).toContain(
    "R$ 70,00 of order; 3 are failed in the books, but the withdrawal is CONFIRMED.\n  since WithdrawalSettled",
  );
  await writeFile(file, "reference,cents\n");
  expect(await commandInProcess([...words, "--with", "command:false"])).toMatchObject({
    code: 3,
    stderr: 'error: the books cannot be read: the command "false" ended with status 1\n',
  });
});

test("the command tells what it has not compared", async () => {
  const told = JSON.stringify({ avalable: 0, unexplained: 0, paidOut: 0, fees: 0, payouts: [] });
  const words = ["books", "--with", `command:echo '${told}'`, "--url", saldo.url, "--api-key", saldo.apiKey];
  const { stdout } = await commandInProcess(words);
  expect(stdout.split("\n").filter((line) => line.startsWith("Not compared"))).toEqual([
    "Not compared: the books do not tell available, reserved, underWay",
  ]);
});

test.for([
  [{ status: 302, headers: { location: "/login" }, body: "" }, "was answered with 302, which leads to /login\n"],
  [{ status: 500, headers: {}, body: "x".repeat(9_000) }, `was answered with 500: "${"x".repeat(299)}\n`],
  [{ status: 204, headers: {}, body: "" }, 'neither JSON nor CSV with a column "cents". They are empty\n'],
] as const)("an address that tells no books is told in one line: %j", async ([answer, end]) => {
  await using receiver = await startReceiver(answer);
  const words = ["books", "--with", receiver.url, "--url", saldo.url, "--api-key", saldo.apiKey];
  expect(await commandInProcess(words)).toEqual({
    code: 3,
    stdout: "",
    stderr: expect.stringMatching(/^error: .*\n$/),
  });
  expect((await commandInProcess(words)).stderr.slice(-end.length)).toBe(end);
});

test("books in a test are read as strictly as those of a file", async () => {
  const given = { payouts: [{ reference: "order-1", cents: "500", state: "paid" }] };
  const { compare } = booksOf(saldo);
  await expect(Reflect.apply(compare, undefined, [given])).rejects.toThrow('payouts[0].cents of the books is "500".');
  await expect(Reflect.apply(compare, undefined, [])).rejects.toThrow("what the books tell is missing.");
});

test("books of very many payouts are read", () => {
  const payouts = Array.from({ length: 150_000 }, () => ({ cents: 1, state: "failed" }));
  expect(booksIn({ payouts }, PLAIN_PATHS).payouts).toHaveLength(150_000);
});

test.each([
  ["reference;cents;state", "a,b;100;paid"],
  ["reference,cents,state", "a;b,100,paid"],
  ["reference\tcents\tstate", "a, b\t100\tpaid"],
  ["reference, cents, state", "\n a, 100, paid"],
])("CSV has the separator that comes first in it; %j", (head, row) => {
  const { payouts } = booksIn(`\uFEFF${head}\n${row}\n${row}\n`, PLAIN_PATHS);
  expect(payouts).toHaveLength(2);
  expect(payouts[1]).toMatchObject({ reference: expect.stringMatching(/^a/), cents: 100, state: "paid" });
});

test("a column of CSV may have another name", () => {
  const paths = { ...PLAIN_PATHS, payout: { cents: "$.amount" } };
  expect(booksIn("amount,state\n100,paid\n", paths).payouts).toMatchObject([{ cents: 100, state: "paid" }]);
  expect(() => booksIn("cents,state\n100,paid\n", paths)).toThrow(
    'CSV with a column "amount". They begin with: cents,',
  );
});

test.each(['"a,wdr_1', 'a"b,wdr_1', '"a"b,wdr_1', 'a,"wdr_1'])(
  "CSV with a stray quote is not read by halves; %s",
  (fields) => {
    const text = `reference,withdrawId,cents,state\n${fields},100,paid\nb,wdr_2,100,paid\n`;
    expect(() => booksIn(text, PLAIN_PATHS)).toThrow(
      "row 2 of the books has a quote that is not closed or not doubled",
    );
  },
);

test("a file of another kind is told as such, whatever quotes it has", () => {
  expect(() => booksIn('name: default\ncompanies: [{ "name": "Padaria" }]\n', PLAIN_PATHS)).toThrow(
    'neither JSON nor CSV with a column "cents". They begin with: name: default',
  );
});

test("amounts with a decimal comma are told as such", () => {
  expect(() => booksIn("reference;cents;state\norder-1;500,00;paid\n", PLAIN_PATHS)).toThrow(
    'payouts[0].cents of the books is "500,00". Give integer cents.',
  );
});

test.each(["<html></html>", "null", "[]", '{"companyId":"one"}'])(
  "an address where no sandbox answers is told, with status 3: %s",
  async (body) => {
    await using other = await startReceiver({ status: 200, headers: { "content-type": "application/json" }, body });
    await using folder = await temporaryFolder();
    const file = join(folder.path, "books.json");
    await writeFile(file, '{"payouts":[]}');
    expect(await commandInProcess(["books", "--with", file, "--url", other.url])).toEqual({
      code: 3,
      stdout: "",
      stderr: "error: the answer is not that of a sandbox; give the sandbox's own address with --url (SALDO_URL)\n",
    });
  },
);

test("what was sent to a receiver that gave no answer, its books may know or not", async () => {
  const opening = await readWorldBooks(saldo);
  await using receiver = await startReceiver("close-at-once");
  await saldo.routes.set({ "hooks.acme.dev": receiver.url });
  const url = "https://hooks.acme.dev/";
  await carriedOut(saldo.api.POST("/webhook", { body: { name: "Books", url, events: ["charge.paid"] } }));
  await saldo.charges.create({ total: 1_000, paid: true });
  await saldo.clock.advance({ by: "P1D" });
  const known = { opening, strangers: new Set<string>(), deliveries: await saldo.webhooks.deliveries() };
  const { entries, ...now } = await readWorldBooks(saldo);
  const world = { ...now, entries: entries.slice(opening.entries.length), known };
  const told = (unexplained: number) => compareBooks({ unexplained, payouts: [] }, world).map(({ text }) => text);
  expect([told(0), told(1_000)]).toEqual([[], []]);
  const surely = { ...world, known: { ...known, deliveries: [] }, entries: [] };
  expect(compareBooks({ unexplained: -500, payouts: [] }, surely).map(({ text }) => text)).toEqual([
    "The books have booked R$ 5,00 more than is true: they call -R$ 5,00 of the balance unexplained; events and lists told of all of it.",
  ]);
  expect(told(500)).toEqual([
    "The books lack R$ 5,00 that events or the history told: they call R$ 5,00 of the balance unexplained; no event and no list told of R$ 0,00, and of R$ 10,00 the receiver gave no answer.",
  ]);
});
