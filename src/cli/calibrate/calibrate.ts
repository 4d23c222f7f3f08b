import { writeFile } from "node:fs/promises";
import { parse } from "yaml";
import { type Calibration, calibrationFrom } from "../../../contracts/calibrate/calibration.ts";
import { likenessOf } from "../../../contracts/calibrate/likeness.ts";
import { replayed } from "../../../contracts/calibrate/replay.ts";
import { Description } from "../../../contracts/judge/description.ts";
import { seenIn } from "../../../contracts/model/seen.ts";
import { TargetUnusable } from "../../../contracts/run/probe.ts";
import type { TraceEntry } from "../../../contracts/trace/trace.ts";
import { documentWithOverlay, loadDocument } from "../../spec/document.ts";
import { parseOverlay } from "../../spec/overlay.ts";
import { readRecording } from "../contract/recorded.ts";
import { judged, STATUS } from "../ended.ts";
import type { Output } from "../output.ts";
import { mustBeWritable } from "../report-files.ts";
import { startSandboxInProcess } from "../target/sandbox-target.ts";
import { orUserError, UserError } from "../user-error.ts";
import type { CalibrateChoice } from "./calibrate-choice.ts";
import { playedOn } from "./played.ts";

/** `saldo calibrate`. Returns the status to end with. */
export function runCalibrate(choice: CalibrateChoice, output: Output): Promise<number> {
  return judged(output, TargetUnusable, async () => {
    const { out, allow, budget } = choice;
    if (out === undefined) throw new UserError("say where the overlay goes with --out <file>");
    const may = allow.includes("settle");
    if (may && budget === 0) throw new UserError("--allow settle needs --budget <cents>, the maximum to pay out");
    if (!may && budget > 0) throw new UserError("--budget needs --allow settle");
    const files = { overlay: out, fixture: `${out.replace(/\.(ya?ml|json)$/i, "")}.fixture.yaml` };
    await mustBeWritable({ "--out": files.overlay, "--out (fixture)": files.fixture });
    const { har, url } = choice;
    if (har === undefined) await writeFrom(await playedOn(choice, output), files, output);
    else {
      const { trace } = await readRecording(har, new Description(loadDocument("interface").source), url);
      await writeFrom(trace, files, output, true);
    }
    return STATUS.passed;
  });
}

interface Files {
  readonly overlay: string;
  readonly fixture: string;
}

/** Writes what a trace shows of its target, then tells how alike a sandbox with it is. */
export async function writeFrom(
  trace: readonly TraceEntry[],
  files: Files,
  { stdout }: Output,
  isPartial = false,
): Promise<void> {
  const description = new Description(loadDocument("interface").source);
  const seen = seenIn(trace, description, isPartial);
  const calibration = calibrationFrom(seen, description);
  await orUserError(async () => {
    await writeFile(files.overlay, calibration.overlay);
    await writeFile(files.fixture, calibration.fixture);
  });
  const { overlay, fixture } = files;
  const told = [
    `Wrote the overlay ${overlay} and the fixture ${fixture}. Start a sandbox with both:`,
    `  saldo start --overlay ${overlay} --fixture ${fixture}`,
    ...listed("The overlay cannot say:", calibration.left),
  ];
  stdout.write(`${told.join("\n")}\n`);
  await using sandbox = await calibratedSandbox(calibration);
  const { alike, of, differences } = likenessOf(await replayed(seen, sandbox.url, parse(calibration.fixture)), seen);
  const compared = `A sandbox with both got the same requests: ${alike} of ${of} are alike in status and shape.`;
  stdout.write(`${[compared, ...listed("These differ:", differences)].join("\n")}\n`);
}

async function calibratedSandbox({ overlay }: Calibration) {
  return startSandboxInProcess(await documentWithOverlay("interface", parseOverlay(overlay)));
}

function listed(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  - ${line}`)];
}
