import { type Command, InvalidArgumentError } from "commander";
import { endingWith, judged, STATUS } from "../../src/cli/ended.ts";
import { addOptions, type OptionSpec } from "../../src/cli/option.ts";
import { addressProblem, filePath } from "../../src/cli/option-values.ts";
import type { CommandLine, Output } from "../../src/cli/output.ts";
import { UserError } from "../../src/cli/user-error.ts";
import { CONNECTION_OPTIONS, connectionOf, orSandboxProblem } from "../../src/cli/verbs/connection.ts";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { readTextFile } from "../../src/text-file.ts";
import { booksIn, PLAIN_PATHS } from "../books/book-source.ts";
import { type Amounts, notCompared, untoldIn } from "../books/books.ts";
import { booksOf, differencesText } from "../books/books-of.ts";
import { type Doing, done, parsed, REDIRECTED } from "../file/doing.ts";
import { orUnusable, UnusableApplication } from "../unusable.ts";

type BookSource = Doing | { readonly file: string };

interface BooksChoice {
  readonly with?: BookSource;
  readonly company?: string;
  readonly amounts: Amounts;
  readonly json?: true;
}

/** Adds `saldo books`. */
export function addBooksCommand(program: Command, { output, end }: CommandLine): void {
  const command = program
    .command("books")
    .description("compare your books with the ledger of a running sandbox")
    .exitOverride(endingWith(STATUS.usage));
  addOptions(command, OPTIONS)
    .addHelpText("after", help)
    .action(async () => end(await compareOnce(command, output)));
}

const OPTIONS: readonly OptionSpec[] = [
  ["--with <source>", "your books: 'command:<command>', an address, or a file; JSON or CSV", { secret: source }],
  ...CONNECTION_OPTIONS,
  ["--company <id>", "another company of its world", { standardText: "that of the key" }],
  ["--amounts <kind>", "whether payouts include the fee", { standard: "gross", choices: ["gross", "net"] }],
  ["--json", "print the differences as JSON"],
];

const help = `
The books are { available, reserved, paidOut, fees, underWay, unexplained, payouts: [{ reference, withdrawId, cents, state }] } in
cents, or CSV with the columns of payouts. A state is paid, failed or underWay. Totals that are left out are not compared.

Exit status: 0 the books agree with the ledger, 1 they do not, 2 wrong flags, 3 the books or the sandbox cannot be read, 4
the command itself failed.

Examples:
  saldo books --with http://localhost:3000/books           after a test: is every payout what the platform says?
  saldo books --with 'command:psql shop -tAc "select json from books"'
                                                           books that a query tells
  saldo books --with payouts.csv --amounts net             a file; its amounts are without the fee`;

function source(text: string): BookSource {
  const [, command] = /^command:(.*\S.*)$/s.exec(text) ?? [];
  if (command !== undefined) return { command };
  if (!/^https?:/.test(text)) return { file: filePath(text) };
  const problem = addressProblem(text, "http://localhost:3000/books", true);
  if (problem !== null) throw new InvalidArgumentError(problem);
  return { method: "GET", url: text };
}

function compareOnce(command: Command, output: Output): Promise<number> {
  return judged(output, UnusableApplication, async () => {
    const { with: from, company: companyId, amounts, json } = command.opts<BooksChoice>();
    const client = new SaldoClient({ ...(await connectionOf(command, output)), companyId });
    const books = booksIn(await told(from), PLAIN_PATHS);
    const differences = await orUnusable(() => orSandboxProblem(() => booksOf(client).compare(books, amounts)));
    // What books cannot explain, only a drill knows as well.
    const lacking = notCompared(untoldIn(books).filter((name) => name !== "unexplained"));
    const text = [differencesText(differences, client.url), ...lacking.map((line) => `${line}\n`)].join("");
    output.stdout.write(json ? `${JSON.stringify(differences, null, 2)}\n` : text);
    return differences.length === 0 ? STATUS.passed : STATUS.failed;
  });
}

function told(from: BookSource | undefined): Promise<unknown> {
  if (from === undefined)
    throw new UserError("say where your books are: saldo books --with http://localhost:3000/books");
  return orUnusable(
    async () => ("file" in from ? parsed(await readTextFile(from.file)) : done(from, {}, REDIRECTED)),
    "the books cannot be read",
  );
}
