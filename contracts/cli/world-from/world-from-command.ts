import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { addOptions, type OptionSpec } from "../../../src/cli/option.ts";
import type { CommandLine } from "../../../src/cli/output.ts";
import { orUserError, UserError } from "../../../src/cli/user-error.ts";
import { CONNECTION_OPTIONS, connected, orSandboxProblem } from "../../../src/cli/verbs/connection.ts";
import { orUnwritable } from "../../../src/cli/writable-file.ts";
import { harmless } from "../../../src/report/printed-text.ts";

/** Adds `saldo world from` to the verbs of `world`. */
export function addWorldFromCommand(program: Command, { output }: CommandLine): void {
  const world = program.commands.find((command) => command.name() === "world");
  if (world === undefined) return;
  const command = world.command("from");
  addOptions(command, [...OPTIONS, ...CONNECTION_OPTIONS])
    .description("create a world in the state that a recording implies, or write its fixture")
    .addHelpText("after", help)
    .action(async ({ har, save, json }: { har?: string; save?: string; json?: true }) => {
      if (har === undefined)
        throw new UserError("say which recording with --har <file>; browsers and proxies export one");
      const { fixture, startAt, unknown } = await readWorld(har);
      for (const sentence of unknown) output.stderr.write(`not known: ${harmless(sentence)}\n`);
      output.stderr.write("Identifiers, codes, people, keys and secrets are made up.\n");
      if (save === undefined) {
        const client = await connected(command, output);
        const { worldId, companies } = await orSandboxProblem(() => client.world({ fixture, startAt }));
        if (json) return output.print(`${JSON.stringify({ worldId, companies, unknown }, null, 2)}\n`);
        const keys = companies.map(({ apiKey }) => `key    ${apiKey}\n`).join("");
        return output.print(`world  ${worldId}\n${keys}`);
      }
      const { stringify } = await import("yaml");
      const isJson = save === "-" || /\.json$/i.test(save);
      const text = isJson ? `${JSON.stringify(fixture, null, 2)}\n` : stringify(fixture, { lineWidth: 0 });
      if (save === "-") return output.print(text);
      await orUnwritable(`--save ${save}`, () => writeFile(save, text));
      output.stderr.write(`Wrote ${save}. Start a sandbox with it: saldo start --fixture ${save}\n`);
    });
}

async function readWorld(file: string) {
  // Loaded only now, because the suite is large.
  const { loadDocument } = await import("../../../src/spec/document.ts");
  const { Description } = await import("../../judge/description.ts");
  const { recordedWorld } = await import("../../world-from/recorded-world.ts");
  const { readRecording } = await import("../contract/recorded.ts");
  const description = new Description(loadDocument("interface").source);
  const recording = await readRecording(file, description, undefined);
  return orUserError(async () => recordedWorld(recording, description), `--har ${file}`);
}

const OPTIONS: readonly OptionSpec[] = [
  ["--har <file>", "recording of calls to the platform, and of webhook deliveries where it has them"],
  ["--save <file>", "fixture to write instead, YAML or .json; - for standard output"],
  ["--json", "print the world, its keys and what is not known as JSON, for scripts"],
];

const help = `
The world begins frozen when the recording ended. What the recording does not tell is said on standard error.

Examples:
  saldo world from --har prod.har                          a world of the sandbox that runs
  saldo world from --har prod.har --save prod.yaml         a fixture for tests`;
