import type { Clause } from "../../../contracts/clauses/clause.ts";
import type { JsonObject } from "../../../contracts/description/json.ts";
import { receiverClauses } from "../../../contracts/receiver/catalogue.ts";
import { checkReceiver, ReceiverUnreachable } from "../../../contracts/receiver/check-receiver.ts";
import { TerminalProgress } from "../../../contracts/report/terminal-progress.ts";
import { clauseWords } from "../../../contracts/report/verdict-words.ts";
import { screenOf } from "../../report/screen.ts";
import { loadDocument } from "../../spec/document.ts";
import { version } from "../../version.ts";
import { addressProblem } from "../address.ts";
import { statusOf, tellReport } from "../contract/contract-reports.ts";
import { judged, STATUS } from "../ended.ts";
import type { Output } from "../output.ts";
import { refusePlaces, selectedOf, Usage } from "../usage.ts";
import type { ReceiverChoice } from "./receiver-choice.ts";

/** Who restarts a receiver that broke down does it at once. */
const returnMs = 3_000;

/** Nobody but a receiver that is very busy misses it. */
const pauseMs = 10;

/** `saldo receiver check`. Returns the status to end with. */
export function runReceiverCheck(url: string | undefined, choice: ReceiverChoice, output: Output): Promise<number> {
  return judged(output, ReceiverUnreachable, async () => {
    const document = describedInterface();
    const clauses = selectedBy(choice, document);
    return choice.list ? listed(clauses, output) : checked(url, choice, document, clauses, output);
  });
}

async function checked(
  address: string | undefined,
  choice: ReceiverChoice,
  document: JsonObject,
  clauses: readonly Clause[],
  output: Output,
): Promise<number> {
  const url = addressOf(address);
  const secrets = secretsOf(choice);
  await refusePlaces(choice);
  const screen = screenOf(output.stderr, process.env);
  const progress = new TerminalProgress(screen, (text) => output.stderr.write(text), clauses);
  const report = await checkReceiver({
    version,
    document,
    url,
    secrets,
    headers: Object.fromEntries(choice.header.map(({ name, value }) => [name, value])),
    answerMs: choice.timeout,
    returnMs,
    pauseMs,
    selected: clauses.map(({ id }) => id),
    isStrict: choice.strict === true,
    onStarted: (clause) => progress.started(clause),
    onFinished: (result) => progress.finished(result),
  }).finally(() => progress.end());
  const unwritten = await tellReport(report, choice, output);
  return statusOf(report, unwritten, output);
}

function listed(clauses: readonly Clause[], { stdout }: Output): number {
  for (const { id, kind, text } of clauses) stdout.write(`${id}  (${clauseWords[kind]})\n    ${text}\n`);
  return STATUS.passed;
}

function selectedBy({ only }: ReceiverChoice, document: JsonObject): readonly Clause[] {
  const clauses = receiverClauses(document).map(({ clause }) => clause);
  const ids = selectedOf(
    only,
    clauses.map(({ id }) => id),
  );
  return clauses.filter(({ id }) => ids.includes(id));
}

function addressOf(text: string | undefined): URL {
  if (text === undefined)
    throw new Usage("say where the receiver is: saldo receiver check http://localhost:3000/hooks");
  const problem = addressProblem(text, "http://localhost:3000/hooks", true);
  if (problem === null) return new URL(text);
  throw new Usage(`the address is not usable. ${problem}`);
}

function secretsOf({ secret = [] }: ReceiverChoice): readonly [string, ...string[]] {
  const [first, ...others] = secret;
  if (first === undefined) throw new Usage("say what letters are signed with: --secret, or SALDO_WEBHOOK_SECRET");
  if (new Set(secret).size < secret.length) throw new Usage("the same --secret is given twice");
  return [first, ...others];
}

/** A document of OpenAPI is JSON, which its type cannot say. */
function describedInterface(): JsonObject {
  return JSON.parse(JSON.stringify(loadDocument("interface").source));
}
