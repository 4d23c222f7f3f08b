import { writeFile } from "node:fs/promises";
import { parse } from "yaml";
import { judged, STATUS } from "../../../src/cli/ended.ts";
import type { Output } from "../../../src/cli/output.ts";
import { UserError } from "../../../src/cli/user-error.ts";
import { orUnwritable } from "../../../src/cli/writable-file.ts";
import { harmless } from "../../../src/report/printed-text.ts";
import { documentWithOverlay, loadDocument } from "../../../src/spec/document.ts";
import { parseOverlay } from "../../../src/spec/overlay.ts";
import { SpecError } from "../../../src/spec/spec-error.ts";
import { likenessOf } from "../../calibrate/likeness.ts";
import { type CalibratedOverlay, overlayFrom, overlayText, withoutOperation } from "../../calibrate/overlay.ts";
import { replayed } from "../../calibrate/replay.ts";
import { fixtureFrom } from "../../calibrate/settings.ts";
import { clauses } from "../../clauses/catalogue.ts";
import type { Description } from "../../judge/description.ts";
import { type Seen, seenIn } from "../../model/seen.ts";
import { TargetUnusable } from "../../run/target-unusable.ts";
import { onAccount, type Ran } from "../account-run/account-run.ts";
import { descriptionOf } from "../account-run/described-interface.ts";
import type { RunChoice } from "../account-run/run-choice.ts";
import { refuseUnfit } from "../account-run/run-usage.ts";
import { readRecording } from "../contract/recorded.ts";
import { startSandboxInProcess } from "../target/sandbox-target.ts";

/** What `saldo calibrate` can be told. */
export interface CalibrateChoice extends RunChoice {
  readonly out?: string;
}

const TARGETS = "--url <address>, --container <image>, --har <file>";

/** `saldo calibrate`. Returns the status to end with. */
export function runCalibrate(choice: CalibrateChoice, output: Output): Promise<number> {
  return judged(output, TargetUnusable, async () => {
    const { out, har, url } = choice;
    if (out === undefined) throw new UserError("say where the overlay goes with --out <file>");
    const files = { overlay: out, fixture: `${out.replace(/\.(ya?ml|json)$/i, "")}.fixture.yaml` };
    await refuseUnfit(choice, TARGETS, { "--out": files.overlay, "--out (fixture)": files.fixture });
    const document = loadDocument("interface");
    if (har !== undefined) {
      const description = descriptionOf(document, choice);
      const { trace } = await readRecording(har, description, url);
      return written(seenIn(trace, description, true), description, files, output);
    }
    return onAccount(choice, { clauses, document }, output, (ran) => calibrated(ran, files, output));
  });
}

async function calibrated({ result, options }: Ran, files: Files, output: Output): Promise<number> {
  const { seen, isInterrupted, leftBehind } = result;
  for (const sentence of leftBehind) output.stderr.write(`left on the account: ${harmless(sentence)}\n`);
  if (isInterrupted) throw new TargetUnusable("interrupted; nothing was written");
  return written(seen, options.description, files, output);
}

interface Files {
  readonly overlay: string;
  readonly fixture: string;
}

/** Compares a target with a sandbox of what was seen of it, writes the files, and returns the status to end with. */
async function written(seen: Seen, description: Description, files: Files, { stdout }: Output): Promise<number> {
  const fixture = fixtureFrom(seen);
  const started = await startable(overlayFrom(seen, description), description);
  await using sandbox = started.sandbox;
  const { alike, of, differences } = likenessOf(await replayed(seen, sandbox.url, parse(fixture)), seen);
  await orUnwritable(files.overlay, () => writeFile(files.overlay, overlayText(started.overlay)));
  await orUnwritable(files.fixture, () => writeFile(files.fixture, fixture));
  const told = [
    `Wrote the overlay ${files.overlay} and the fixture ${files.fixture}. Start a sandbox with both:`,
    `  saldo start --overlay ${files.overlay} --fixture ${files.fixture}`,
    ...listed("The overlay cannot say:", started.overlay.left),
    `A sandbox with both got the same requests: ${alike} of ${of} are alike in status, media type and shape.`,
    ...listed("These differ:", differences),
  ];
  stdout.write(`${harmless(told.join("\n"))}\n`);
  return STATUS.passed;
}

/** Leaves out what a sandbox cannot follow: that is a mistake of this command, and no reason to give up the rest. */
async function startable(overlay: CalibratedOverlay, description: Description) {
  for (let left = overlay; ; ) {
    try {
      const document = await documentWithOverlay("interface", parseOverlay(overlayText(left)));
      return { overlay: left, sandbox: await startSandboxInProcess(document) };
    } catch (error) {
      const place = error instanceof SpecError ? error.operationId : undefined;
      const less = place === undefined ? left : withoutOperation(left, place, description);
      if (less === left) throw error;
      left = less;
    }
  }
}

function listed(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  - ${line}`)];
}
