import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { firstLines, type Tool } from "../../src/mcp/tool.ts";
import { counted } from "../../src/report/counted.ts";
import { parseBooks } from "../books/books.ts";
import { booksOf, differencesText } from "../books/books-of.ts";
import { type ConductFinding, conduct } from "../caller/conduct.ts";
import { readDrillFile } from "../file/drill-file.ts";
import { filedApplication } from "../file/filed-application.ts";
import { runDrill } from "../run-drill.ts";
import { parseSeed } from "../seed.ts";
import { foundText } from "../story.ts";

/** Programs of agents give up a tool after a minute, and shrinking what was found takes its time. */
const STANDARD_SECONDS = 20;

/** What judges an application. Only a server on the agent's own machine offers it, because a drill starts processes there. */
export const AGENT_TOOLS: readonly Tool[] = [
  {
    name: "check_caller",
    description:
      "Judge the calls that the application made in this world: does it ask before it pays again, honour Retry-After, keep codes apart? Returns what it did wrong, with the calls and the fix. Run the application first.",
    inputs: {
      timeMoved: {
        type: "boolean",
        description: "True if the clock was advanced: leaves out clauses about elapsed time.",
      },
    },
    required: [],
    isReadOnly: true,
    run: async ({ timeMoved }, client) => conductText(await conduct(client, { isTimeMoved: timeMoved === true })),
  },
  {
    name: "check_books",
    description:
      "Compare the books of the application with the ledger of this world, payout by payout, in cents. Returns each difference with the position that it began at; explain tells what happened there.",
    inputs: {
      books: {
        type: "object",
        description:
          '{ available, reserved, paidOut, fees, underWay, payouts: [{ reference, withdrawId, cents, state }] }; a state is paid, failed or underWay. Only "payouts" is required.',
      },
      amounts: {
        type: "string",
        enum: ["gross", "net"],
        description: "Whether payouts are with the fee (gross) or without.",
      },
    },
    required: ["books"],
    isReadOnly: true,
    async run({ books, amounts }, client) {
      const differences = await booksOf(client).compare(parseBooks(books), amounts === "net" ? "net" : "gross");
      return firstLines(differencesText(differences, client.url), "Fix the first ones.");
    },
  },
  {
    name: "drill",
    description:
      "Find bugs that lose money: play the application of a drill file in many worlds where answers are lost, webhooks come twice and processes die, and compare its books with the ledger. Returns the shortest story of a difference, and a seed that repeats it. Read saldo://docs/drill.md to write the file.",
    inputs: {
      file: { type: "string", description: "The drill file; drill.yaml in the folder of this server by default." },
      seconds: { type: "integer", minimum: 1, maximum: 600, description: `How long; ${STANDARD_SECONDS} by default.` },
      seed: { type: "string", description: "Repeats a drill, or one world of it: 41.17.3/0,2,5." },
      preset: { type: "string", description: "What each world begins with; call listPresets tells the names." },
    },
    required: [],
    isReadOnly: false,
    async run({ file = "drill.yaml", seconds = STANDARD_SECONDS, seed, preset }, client, signal) {
      await using filed = await filedApplication(await readDrillFile(String(file)));
      let kept = "";
      const choice = {
        seconds: Number(seconds),
        seed: parseSeed(textOf(seed)),
        preset: textOf(preset),
        signal,
        async keep({ apiKey, pageUrl }: SaldoWorld) {
          kept = `\nThe world is kept, with the key ${apiKey}: explain tells more.\nPage: ${pageUrl}`;
        },
      };
      const drilled = await runDrill(filed.application, choice, client);
      if (drilled.found !== null) return foundText(drilled.found) + kept;
      return `The books were right in ${counted(drilled.worlds, "world")}, with the seed ${drilled.seed}.`;
    },
  },
];

function textOf(given: unknown): string | undefined {
  return given === undefined ? undefined : String(given);
}

function conductText(findings: readonly ConductFinding[]): string {
  const of = (wanted: ConductFinding["verdict"]) => findings.filter(({ verdict }) => verdict === wanted);
  const broken = of("broken").flatMap(({ id, text, breaches, fix }) => [
    `broken: ${id}. ${text}`,
    ...breaches.map(({ what, calls }) => `  ${what} Calls ${calls.map(({ requestId }) => requestId).join(", ")}.`),
    `  How to fix it: ${fix}`,
  ]);
  const unmet = of("not-judged").map(
    ({ id, situation }) => `not judged: ${id}, because this did not happen: ${situation}`,
  );
  const passed = `${of("passed").length} of ${findings.length} clauses passed.`;
  return firstLines([...broken, passed, ...unmet].join("\n"), "Fix the first ones.");
}
