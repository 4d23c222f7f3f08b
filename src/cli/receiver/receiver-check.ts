import type { Clause } from "../../../contracts-old/clauses/clause.ts";
import type { JsonObject } from "../../../contracts-old/description/json.ts";
import { receiverClauses } from "../../../contracts-old/receiver/catalogue.ts";
import { checkReceiver, ReceiverUnreachable } from "../../../contracts-old/receiver/check-receiver.ts";
import { TerminalProgress } from "../../../contracts-old/report/terminal-progress.ts";
import { screenOf } from "../../report/screen.ts";
import { loadDocument } from "../../spec/document.ts";
import { version } from "../../version.ts";
import { type ClauseChoice, chosenClauses, listClauses } from "../contract/chosen-clauses.ts";
import { judged } from "../ended.ts";
import { addressProblem } from "../option-values.ts";
import type { Output } from "../output.ts";
import { mustBeWritable } from "../report-files.ts";
import { UserError } from "../user-error.ts";
import { statusOf, tellReport } from "./receiver-reports.ts";

/** What `saldo receiver check` can be told. */
export interface ReceiverChoice extends ClauseChoice {
  /** In the order in which they were given. */
  readonly secret?: readonly string[];
  readonly header: readonly (readonly [name: string, value: string])[];
  /** In milliseconds. */
  readonly timeout: number;
  readonly strict?: true;
}

/** How long a receiver that broke down has to come back. */
const RETURN_MS = 3_000;

/** Between two deliveries. */
const PAUSE_MS = 10;

/** `saldo receiver check`. Returns the status to end with. */
export function runReceiverCheck(url: string | undefined, choice: ReceiverChoice, output: Output): Promise<number> {
  return judged(output, ReceiverUnreachable, async () => {
    const document = describedInterface();
    const clauses = chosenClauses(
      choice,
      receiverClauses(document).map(({ clause }) => clause),
    );
    return choice.list ? listClauses(clauses, output) : checked(url, choice, document, clauses, output);
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
  const { json, junit, html } = choice;
  await mustBeWritable({ "--json": json, "--junit": junit, "--html": html });
  const screen = screenOf(output.stderr, process.env);
  const progress = new TerminalProgress(screen, (text) => output.stderr.write(text), clauses);
  const report = await checkReceiver({
    version,
    document,
    url,
    secrets,
    headers: Object.fromEntries(choice.header),
    answerMs: choice.timeout,
    returnMs: RETURN_MS,
    pauseMs: PAUSE_MS,
    selected: clauses.map(({ id }) => id),
    isStrict: choice.strict === true,
    onStarted: (clause) => progress.started(clause),
    onFinished: (result) => progress.finished(result),
  }).finally(() => progress.end());
  const unwritten = await tellReport(report, choice, output);
  return statusOf(report, unwritten, output);
}

function addressOf(text: string | undefined): URL {
  if (text === undefined)
    throw new UserError("say where the receiver is: saldo receiver check http://localhost:3000/hooks");
  const problem = addressProblem(text, "http://localhost:3000/hooks", true);
  if (problem === null) return new URL(text);
  throw new UserError(`the address is not usable. ${problem}`);
}

function secretsOf({ secret = [] }: ReceiverChoice): readonly [string, ...string[]] {
  const [first, ...others] = secret;
  if (first === undefined) throw new UserError("say what deliveries are signed with: --secret or SALDO_WEBHOOK_SECRET");
  if (new Set(secret).size < secret.length) throw new UserError("the same --secret is given twice");
  return [first, ...others];
}

/** A document of OpenAPI is JSON, which its type cannot say. */
function describedInterface(): JsonObject {
  return JSON.parse(JSON.stringify(loadDocument("interface").source));
}
