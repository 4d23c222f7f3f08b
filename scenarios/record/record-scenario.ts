import { TargetUnusable } from "../../contracts/run/target-unusable.ts";
import { judged, STATUS } from "../../src/cli/ended.ts";
import type { Output } from "../../src/cli/output.ts";
import { reasonOf, UserError } from "../../src/cli/user-error.ts";
import { orSandboxProblem } from "../../src/cli/verbs/connection.ts";
import type { SaldoClient } from "../../src/client/saldo-client.ts";
import { harmless } from "../../src/report/printed-text.ts";
import { screenOf } from "../../src/report/screen.ts";
import { overlayOf, playScenarios } from "../run-scenarios.ts";
import { parseScenario } from "../scenario-file.ts";
import { scenarioText } from "../terminal-report.ts";
import { recordedYaml } from "./recorded-document.ts";
import { readWorld } from "./recorded-world.ts";
import { storyOf } from "./story.ts";

/** `saldo scenario record`. Returns the status to end with. */
export function recordScenario(
  connecting: SaldoClient | Promise<SaldoClient>,
  since: string | undefined,
  output: Output,
): Promise<number> {
  return judged(output, TargetUnusable, async () => {
    const client = await connecting;
    const overlay = await orSandboxProblem(() => overlayOf(client)).catch((error: unknown) => {
      throw new TargetUnusable(reasonOf(error), { cause: error });
    });
    if (overlay !== undefined)
      throw new UserError(
        `${client.url} follows an overlay; scenarios use the names without it, so nothing can be recorded there`,
      );
    const world = await orSandboxProblem(() => readWorld(client, since));
    const story = storyOf(world);
    for (const text of story.leftOut) output.stderr.write(`warning: not recorded: ${harmless(text)}\n`);
    if (world.now === world.beginsAt && story.drafts.every(({ steps }) => steps.length === 0))
      throw new UserError(`nothing has happened since ${since ?? "the world began"}`);
    const yaml = recordedYaml(story, world, since);
    const status = await provedBy(yaml, output);
    if (status === STATUS.passed) await output.print(yaml);
    return status;
  });
}

/** Plays what was recorded against a sandbox of its own. Says what differs where it does not pass. */
async function provedBy(yaml: string, { stderr }: Output): Promise<number> {
  const file = parseScenario(yaml, "the recording");
  const unheard: Output = { stdout: { write() {} }, stderr, print: async () => {} };
  const choice = { input: [], receiverHost: "127.0.0.1", receiverPort: 0 };
  const { report, status } = await playScenarios([file], choice, unheard);
  if (status === STATUS.passed) return status;
  for (const scenario of report.scenarios) stderr.write(`${scenarioText(scenario, screenOf(stderr, process.env))}\n`);
  const why = report.fault === null ? "" : `: ${report.fault}`;
  stderr.write(`error: nothing is written, because the recording does not pass on a fresh sandbox${why}\n`);
  return status;
}
