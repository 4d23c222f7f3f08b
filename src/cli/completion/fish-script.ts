import { allOf, type CommandShape, type OptionShape, type Value } from "./command-shape.ts";

/** Completion for fish. */
export function fishScript(program: CommandShape): string {
  const lines = allOf(program).flatMap((shape) => linesOf(shape));
  return `# fish completion for saldo
complete -c saldo -e
complete -c saldo -f
${lines.join("\n")}
`;
}

function linesOf(shape: CommandShape): readonly string[] {
  const { commands, options, arguments: values } = shape;
  const start = `complete -c saldo -n ${word(conditionOf(shape))}`;
  return [
    ...commands.map(({ path, description }) => `${start} -a ${path.at(-1)} -d ${word(description)}`),
    ...values.flatMap((value) => {
      const wanted = wantedOf(value);
      return wanted === "" ? [] : [`${start} ${wanted}`];
    }),
    ...options.map((option) => `${start} ${optionOf(option)}`),
  ];
}

/** Where the command line has come to this command, and to none below it. */
function conditionOf({ path, commands }: CommandShape): string {
  const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`);
  const names = commands.map((one) => one.path.at(-1)).join(" ");
  return [...seen, ...(names === "" ? [] : [`not __fish_seen_subcommand_from ${names}`])].join("; and ");
}

function optionOf({ flags, description, value }: OptionShape): string {
  const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  // -r: a value follows. What it can be stands behind; without that it is anything but a file's name.
  const wanted = value === null ? [] : ["-r", wantedOf(value) || "-f"];
  return [...names, ...wanted, `-d ${word(description)}`].join(" ");
}

function wantedOf({ words, files }: Value): string {
  const parts = [...words, ...(files === "folders" ? ["(__fish_complete_directories)"] : [])];
  const list = parts.length === 0 ? [] : [`-a ${word(parts.join(" "))}`];
  return [files === "files" ? "-F" : list.length > 0 ? "-f" : "", ...list].filter(Boolean).join(" ");
}

/** One word of the shell, whatever is in it. */
function word(text: string): string {
  return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}
