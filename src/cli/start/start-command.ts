import type { Command } from "commander";
import { addOptions } from "../option.ts";
import type { CommandLine } from "../output.ts";
import { type Configuration, givenOf } from "./configuration.ts";
import { START_OPTIONS } from "./start-options.ts";
import { refuseFlagsOfNpm } from "./under-npm.ts";
import { refuseUnknownVariables, unknownVariables } from "./unknown-variables.ts";

/** Adds `saldo start`. `everyCommand` returns the program with all commands, whose variables may be set as well. */
export function addStartCommand(
  program: Command,
  line: CommandLine,
  everyCommand: (line: CommandLine) => Promise<Command>,
): void {
  const { output, end, words } = line;
  const declared = program.command("start");
  program.hook("preSubcommand", (_program, command) => {
    if (command === declared) refuseFlagsOfNpm(declared, words);
  });
  addOptions(declared, START_OPTIONS)
    .description("start the sandbox")
    .addHelpText("after", help)
    .action(async (configuration: Configuration, command: Command) => {
      if (unknownVariables(program, process.env).length > 0) {
        refuseUnknownVariables(await everyCommand(line), process.env);
      }
      // Loaded only now, so that help and wrong flags are fast.
      if (configuration.wait) {
        const { startInBackground } = await import("./background.ts");
        end(await startInBackground(words, output));
        return;
      }
      const { start } = await import("./start.ts");
      await start(configuration, givenOf(command), output);
    });
}

const help = `
Examples:
  saldo start                                              start a world at http://127.0.0.1:4400
  saldo start --clock frozen --start-at 2026-03-02T12:00:00Z --seed demo
                                                           stop the clock; get the same ids and codes every time
  saldo start --fixture with-retention --port 0            begin otherwise, on any free port
  saldo start --fresh                                      set the worlds in ./data aside and start a new one
  saldo start --wait --pid-file saldo.pid                  in CI: return when it answers; kill $(cat saldo.pid) stops it
  saldo start --overlay deployment.yaml                    respond in the form of a deployment
  saldo start --smtp-url smtp://127.0.0.1:1025             send one-time codes by e-mail, too`;
