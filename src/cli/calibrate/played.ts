import { readFile } from "node:fs/promises";
import { clauses } from "../../../contracts/clauses/catalogue.ts";
import { Description } from "../../../contracts/judge/description.ts";
import type { Progress } from "../../../contracts/run/options.ts";
import { TargetUnusable } from "../../../contracts/run/probe.ts";
import { runSuite } from "../../../contracts/suite.ts";
import type { CodeSource } from "../../../contracts/target/codes/code-source.ts";
import { CommandCodes } from "../../../contracts/target/codes/command-codes.ts";
import { Dialogue } from "../../../contracts/target/codes/dialogue.ts";
import { PromptCodes } from "../../../contracts/target/codes/prompt-codes.ts";
import { readDriverFile } from "../../../contracts/target/driver/driver-file.ts";
import { FileDriver } from "../../../contracts/target/driver/file-driver.ts";
import type { TraceEntry } from "../../../contracts/trace/trace.ts";
import { loadDocument } from "../../spec/document.ts";
import { endOnSignals } from "../end-on-signals.ts";
import { STATUS } from "../ended.ts";
import type { Output } from "../output.ts";
import { startTarget } from "../target/start-target.ts";
import { receiverPlace } from "../target/started-target.ts";
import { orUserError, UserError } from "../user-error.ts";
import type { CalibrateChoice } from "./calibrate-choice.ts";

/** Plays all that is allowed on the target. Returns what came of it. */
export async function playedOn(choice: CalibrateChoice, { stderr }: Output): Promise<readonly TraceEntry[]> {
  const { url, container, apiKey, adminToken, allow, budget, value } = choice;
  if ((url === undefined) === (container === undefined))
    throw new UserError("say what to calibrate from with --url <address>, --container <image> or --har <file>");
  using ending = endOnSignals(STATUS.unusable, (name) => {
    stderr.write(`\n${name}: closing what is open; a second signal ends at once and leaves it open\n`);
  });
  const { signal } = ending;
  const dialogue = new Dialogue(process.stdin, process.stderr);
  const driver = await driverOf(choice, dialogue, signal);
  await using target = await startTarget(choice, () => loadDocument("interface"));
  const result = await runSuite({
    target: { url: target.url, apiKey, adminToken, useControlPlane: choice.controlPlane },
    description: new Description(loadDocument("interface").source),
    clauses,
    permissions: {
      open: allow.includes("open") || allow.includes("settle"),
      settle: allow.includes("settle"),
      webhooks: allow.includes("webhooks"),
      budgetCents: budget,
      cancelOpen: choice.cancelOpen === true,
    },
    patienceMs: choice.patience,
    codes: codesOf(choice, dialogue) ?? (driver?.readsCodes ? driver : undefined),
    driver,
    valueCents: value,
    receiver: receiverPlace(target, choice),
    signal,
    onProgress: (progress) => tell(progress, dialogue, (text) => stderr.write(text)),
  }).finally(() => dialogue.close());
  if (result.isInterrupted) throw new TargetUnusable("interrupted; nothing was written");
  for (const sentence of result.leftBehind) stderr.write(`left on the account: ${sentence}\n`);
  return result.trace;
}

async function driverOf({ driver: file, apiKey }: CalibrateChoice, dialogue: Dialogue, signal: AbortSignal) {
  if (file === undefined) return undefined;
  const actions = await orUserError(async () => readDriverFile(await readFile(file, "utf8"), file));
  return new FileDriver(actions, { dialogue, signal, apiKey });
}

function codesOf({ otp }: CalibrateChoice, dialogue: Dialogue): CodeSource | undefined {
  if (otp === undefined) return undefined;
  return otp === "prompt" ? new PromptCodes(dialogue) : new CommandCodes(otp.replace(/^command:\s*/, ""));
}

function tell(progress: Progress, dialogue: Dialogue, write: (text: string) => void): void {
  // A line would stand in the answer of a person.
  if (dialogue.isOpen) return;
  if (progress.kind === "planned") {
    const { payouts, mails, webhooks } = progress.plan.price;
    write(`This run makes at most ${payouts} payouts, ${mails} e-mails and ${webhooks} webhooks that stay.\n`);
  }
  if (progress.kind === "ended") write(`played ${progress.done} of ${progress.of}: ${progress.story}\n`);
  if (progress.kind === "waits") {
    write(`${progress.story} waits for ${progress.what} until ${new Date(progress.until).toISOString()}\n`);
  }
}
