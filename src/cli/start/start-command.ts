import type { Command } from "commander";
import { addOptions } from "../option.ts";
import type { CommandLine } from "../output.ts";
import { type Configuration, givenOf, START_OPTIONS } from "./configuration.ts";
import { refuseUnknownVariables } from "./unknown-variables.ts";

/** Adds `saldo start`. */
export function addStartCommand(program: Command, { output }: CommandLine): void {
  addOptions(program.command("start"), START_OPTIONS)
    .description("start the sandbox")
    .addHelpText("after", help)
    .action(async (configuration: Configuration, command: Command) => {
      refuseUnknownVariables(program, process.env);
      // Loaded only now, so that help and wrong flags are fast.
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
  saldo start --overlay deployment.yaml                    respond in the form of a deployment
  saldo start --smtp-url smtp://127.0.0.1:1025             send one-time codes by e-mail, too`;
