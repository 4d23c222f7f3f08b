import type { Command } from "commander";
import type { CommandLine } from "../output.ts";
import { addOptions, type Configuration, givenOf } from "./configuration.ts";
import { refuseUnknownVariables } from "./unknown-variables.ts";

/** Adds `saldo start`. */
export function addStartCommand(program: Command, { output }: CommandLine): void {
  addOptions(program.command("start"))
    .description("start the sandbox")
    .addHelpText("after", help)
    .action(async (configuration: Configuration, command: Command) => {
      refuseUnknownVariables(program, process.env);
      // Loaded only now, so that help comes, and a wrong flag is refused, without the server's code.
      const { start } = await import("./start.ts");
      await start(configuration, givenOf(command), output);
    });
}

const help = `
Examples:
  saldo start                                              a running world at http://127.0.0.1:4400
  saldo start --clock frozen --start-at 2026-03-02T12:00:00Z --seed demo
                                                           time stands still; the same ids and codes every time
  saldo start --fixture with-retention --port 0            another beginning, on any free port
  saldo start --fresh                                      a new world in ./data; the old one is set aside
  saldo start --overlay deployment.yaml                    answers shaped like a deployment's
  saldo start --smtp-url smtp://127.0.0.1:1025             one-time codes by e-mail, too`;
