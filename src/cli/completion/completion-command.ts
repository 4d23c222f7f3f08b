import { Argument, type Command } from "commander";
import { type Shell, shells } from "./shell.ts";

/** Adds `saldo completion`. `print` writes to standard output. */
export function addCompletionCommand(program: Command, print: (text: string) => Promise<void>): void {
  program
    .command("completion")
    .description("print a script with which a shell completes commands, flags and their values")
    .addArgument(new Argument("<shell>", "which one").choices(shells))
    .addHelpText("after", help)
    .action(async (shell: Shell) => {
      const { completionScript } = await import("./completion-script.ts");
      await print(await completionScript(program, shell));
    });
}

const help = `
The script starts no process when a key is pressed. It knows the version that has printed it: print it again after an
update.

Examples:
  source <(saldo completion bash)                          for this session of bash, or in ~/.bashrc for all
  saldo completion zsh > "\${fpath[1]}/_saldo"               for zsh; then begin a new session
  saldo completion fish > ~/.config/fish/completions/saldo.fish
                                                           for fish`;
