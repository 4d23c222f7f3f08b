import { endOnSignals } from "../../../src/cli/end-on-signals.ts";
import { judged, STATUS } from "../../../src/cli/ended.ts";
import { addressProblem } from "../../../src/cli/option-values.ts";
import type { Output } from "../../../src/cli/output.ts";
import { mustBeWritable, reportFiles } from "../../../src/cli/report-files.ts";
import { UserError } from "../../../src/cli/user-error.ts";
import { screenOf } from "../../../src/report/screen.ts";
import { loadDocument } from "../../../src/spec/document.ts";
import { version } from "../../../src/version.ts";
import type { JsonObject } from "../../judge/json.ts";
import { receiverClauses } from "../../receiver/catalogue.ts";
import { type CheckOptions, checkReceiver } from "../../receiver/check-receiver.ts";
import type { EffectSource } from "../../receiver/effects/effect-source.ts";
import { StartedReceiver } from "../../receiver/effects/started-receiver.ts";
import { TargetUnusable } from "../../run/target-unusable.ts";
import { ProgressLine } from "../account-run/progress-line.ts";
import { type ClauseChoice, chosenClauses, listClauses } from "../contract/chosen-clauses.ts";
import { tell } from "../contract/contract-reports.ts";

/** What `saldo receiver check` can be told. */
export interface ReceiverChoice extends ClauseChoice {
  /** In the order in which they were given. */
  readonly secret?: readonly string[];
  readonly header: readonly (readonly [name: string, value: string])[];
  /** In milliseconds. */
  readonly timeout: number;
  readonly strict?: true;
  /** The events of its webhook; all, if they are not given. */
  readonly events?: readonly string[];
  /** In the order in which they were given. */
  readonly effect?: readonly EffectSource[];
  /** In milliseconds. */
  readonly effectWait: number;
  /** Starts the receiver. */
  readonly restart?: string;
}

/** How long a receiver that broke down has to come back. */
const RETURN_MS = 3_000;

/** The check waits this many times the limit of a response, because a late one still tells something. */
const PATIENCE = 3;

/** Between two deliveries. */
const PAUSE_MS = 10;

/** `saldo receiver check`. Returns the status to end with. */
export function runReceiverCheck(url: string | undefined, choice: ReceiverChoice, output: Output): Promise<number> {
  return judged(output, TargetUnusable, async () => {
    // A document of OpenAPI is JSON, which its type cannot say.
    const document: JsonObject = JSON.parse(JSON.stringify(loadDocument("interface").source));
    const clauses = chosenClauses(choice, receiverClauses(document));
    if (choice.list) return listClauses(clauses, choice, output);
    const selected = clauses.map(({ id }) => id);
    return checked(choice, { document, selected, url: addressOf(url) }, output);
  });
}

async function checked(
  choice: ReceiverChoice,
  what: Pick<CheckOptions, "document" | "selected" | "url">,
  output: Output,
): Promise<number> {
  const secrets = secretsOf(choice);
  const events = eventsOf(choice, Object.keys(Object(what.document.webhooks)));
  await mustBeWritable(reportFiles(choice));
  if (choice.restart !== undefined && choice.effect === undefined)
    throw new UserError("--restart needs --effect, which tells what is left after a crash");
  await using restarted = choice.restart === undefined ? undefined : new StartedReceiver(choice.restart, what.url);
  using _ending = restarted && endOnSignals(STATUS.unusable, () => process.exit(STATUS.unusable));
  await restarted?.begin();
  const screen = screenOf(output.stderr, process.env);
  const progress = new ProgressLine(screen, output.stderr);
  const report = await checkReceiver({
    ...{ ...what, version, secrets, events },
    headers: Object.fromEntries(choice.header),
    answerMs: choice.timeout,
    patienceMs: PATIENCE * choice.timeout,
    returnMs: RETURN_MS,
    pauseMs: PAUSE_MS,
    isStrict: choice.strict === true,
    restarted,
    effects: choice.effect && { sources: choice.effect, waitMs: choice.effectWait },
    // In a log a line for each clause would only hide the report, which comes in seconds.
    ...(screen.isTerminal && { onProgress: progress.tell }),
  }).finally(() => progress.end());
  return tell(report, {}, choice, output);
}

function eventsOf({ events }: ReceiverChoice, known: readonly string[]): readonly string[] | undefined {
  const unknown = events?.find((name) => !known.includes(name));
  if (unknown === undefined) return events;
  throw new UserError(`--events: there is no event "${unknown}". Allowed are ${known.join(", ")}.`);
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
