import { allOf, type CommandShape, type OptionShape, type Value } from "./command-shape.ts";

/** Completion for zsh: a file for its function path, which can also be sourced. */
export function zshScript(program: CommandShape): string {
  return `#compdef saldo
# zsh completion for saldo
${allOf(program).map(functionOf).join("\n")}
if [[ "\${funcstack[1]}" == '_saldo' ]]; then _saldo "$@"; else compdef _saldo saldo; fi
`;
}

function functionOf(shape: CommandShape): string {
  const { commands, options, arguments: values } = shape;
  const specs = [
    ...options.map(optionSpec),
    ...(commands.length > 0
      ? [word("1: :->command"), word("*:: :->rest")]
      : values.map((value, index) => word(`${index === values.length - 1 ? "*" : index + 1}: :${action(value)}`))),
  ];
  const body = [`_arguments -s -C ${specs.join(" \\\n    ")}`, ...(commands.length > 0 ? [choiceOf(shape)] : [])];
  return `${nameOf(shape)}() {\n  ${body.join("\n")}\n}`;
}

/** Which command comes next, and what that one wants. */
function choiceOf(shape: CommandShape): string {
  const { commands } = shape;
  const described = commands.map((one) => word(`${last(one)}:${one.description}`)).join(" \\\n        ");
  const cases = commands.map((one) => `        ${last(one)}) ${nameOf(one)} ;;`).join("\n");
  return `  case "$state" in
    command)
      local -a commands=(${described})
      _describe -t commands command commands
      ;;
    rest)
      case "$words[1]" in
${cases}
      esac
      ;;
  esac`;
}

function optionSpec({ flags, description, value }: OptionShape): string {
  const told = `[${description.replaceAll(/[[\]\\]/g, "\\$&")}]`;
  const wanted = value === null ? "" : `: :${action(value)}`;
  // A flag with a value can be written --flag value and --flag=value; any can be given again.
  return flags
    .map((flag) => word(`*${flag}${value === null || !flag.startsWith("--") ? "" : "="}${told}${wanted}`))
    .join(" ");
}

function action({ words, files, isList }: Value): string {
  const list = words.map((one) => one.replaceAll(/[^\w.-]/g, "\\$&")).join(" ");
  const file = files === "folders" ? "_files -/" : files === "files" ? "_files" : "";
  if (words.length === 0) return file;
  if (isList) return `_values -s , value ${list}`;
  // The space before it keeps zsh from handing it what _files would understand, and it does not.
  return file === "" ? `(${list})` : ` _alternative "words\\:word\\:(${list})" "files\\:file\\:${file}"`;
}

function nameOf({ path }: CommandShape): string {
  return ["_saldo", ...path].join("_");
}

function last({ path }: CommandShape): string {
  return path.at(-1) ?? "";
}

/** One word of the shell, whatever is in it. */
function word(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
