import { Argument, type Command } from "commander";
import type { CommandLine } from "../output.ts";

/** Adds `saldo completion`. `everyCommand` returns the program with all commands. */
export function addCompletionCommand(
  program: Command,
  line: CommandLine,
  everyCommand: (line: CommandLine) => Promise<Command>,
): void {
  program
    .command("completion")
    .description("print a script that completes commands and flags in a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"]))
    .addHelpText(
      "after",
      `
Examples:
  source <(saldo completion bash)                          in ~/.bashrc
  source <(saldo completion zsh)                           in ~/.zshrc, after compinit
  saldo completion fish > ~/.config/fish/completions/saldo.fish`,
    )
    .action(async (shell: string) => {
      const all = await everyCommand(line);
      await line.output.print(shell === "fish" ? fishScript(all) : bashScript(all, shell));
    });
}

interface Words {
  /** The words before: `saldo charge`. */
  readonly path: string;
  readonly next: readonly string[];
}

/** Returns what can follow each command: its commands, values of its argument, flags. */
function wordsOf(command: Command, path = command.name()): readonly Words[] {
  const { commands, options, registeredArguments } = command;
  const below = commands.map((one) => one.name());
  const values = registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const flags = options.flatMap(({ long }) => long ?? []);
  const own = { path, next: [...below, ...values, ...flags, "--help"] };
  return [own, ...commands.flatMap((one) => wordsOf(one, `${path} ${one.name()}`))];
}

function bashScript(program: Command, shell: string): string {
  const cases = wordsOf(program).map(({ path, next }) => `    "${path}") words="${next.join(" ")}" ;;`);
  return `${shell === "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : ""}_saldo() {
  local path=saldo word words="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case "$path $word" in
${wordsOf(program)
  .slice(1)
  .map(({ path }) => `      "${path}") path="${path}" ;;`)
  .join("\n")}
    esac
  done
  case "$path" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _saldo saldo
`;
}

function fishScript(program: Command): string {
  const lines = wordsOf(program).flatMap(({ path, next }) => {
    const before = path.split(" ").slice(1);
    const seen = before.map((word) => `__fish_seen_subcommand_from ${word}`);
    const condition = seen.length === 0 ? "__fish_use_subcommand" : seen.join("; and ");
    const isFlag = (word: string) => word.startsWith("--");
    return [
      `complete -c saldo -n "${condition}" -f -a "${next.filter((word) => !isFlag(word)).join(" ")}"`,
      ...next.filter(isFlag).map((flag) => `complete -c saldo -n "${condition}" -l ${flag.slice(2)}`),
    ];
  });
  return `${lines.join("\n")}\n`;
}
