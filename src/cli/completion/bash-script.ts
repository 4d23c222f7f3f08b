import { allOf, type CommandShape, type OptionShape, type Value } from "./command-shape.ts";

/**
 * Completion for bash, from 3.2 on, which macOS has. It knows everything by itself: no process is started at the press of
 * a key, and nothing that was typed is ever evaluated.
 */
export function bashScript(program: CommandShape): string {
  const commands = allOf(program);
  return `# bash completion for saldo
_saldo() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at='' expects='' words='' files='' list='' head='' word i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    # bash makes words of its own of the = in --clock=frozen.
    if [[ $word == '=' ]]; then continue; fi
    if [[ -n $expects ]]; then
      expects=''
      continue
    fi
    case "$at $word" in
${commands.flatMap(stepsOf).join("\n")}
    esac
  done
  if [[ $cur == '=' ]]; then cur=''; fi
  case "\${expects:-$at}" in
${commands.flatMap(placesOf).join("\n")}
  esac
  if [[ -z $expects && $cur == -* ]]; then
    case "$at" in
${commands.map(flagsOf).join("\n")}
    esac
    files=''
  fi
  if [[ -n $list && $cur == *,* ]]; then head="\${cur%,*},"; fi
  for word in $words; do
    if [[ "$head$word" == "$cur"* ]]; then COMPREPLY+=("$head$word"); fi
  done
  if [[ -n $list ]]; then compopt -o nospace 2>/dev/null || :; fi
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null || :
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$files" -- "$cur")
  fi
  return 0
}
complete -F _saldo saldo
`;
}

/** What a word before the cursor means: a command, or a flag whose value comes next. */
function stepsOf({ path, commands, options }: CommandShape): readonly string[] {
  const at = path.join(" ");
  return [
    ...commands.map((command) => `      ${word(`${at} ${last(command)}`)}) at=${word(command.path.join(" "))} ;;`),
    ...options.filter(takesValue).map(({ flags }) => {
      const patterns = flags.map((flag) => word(`${at} ${flag}`)).join(" | ");
      return `      ${patterns}) expects=${word(placeOf(at, flags))} ;;`;
    }),
  ];
}

/** What can be written there: where a command or an argument is wanted, and where a flag's value is. */
function placesOf({ path, commands, options, arguments: values }: CommandShape): readonly string[] {
  const at = path.join(" ");
  const here = values.reduce<Value>(both, { words: commands.map(last), files: null, isList: false });
  return [
    place(at, here),
    ...options.flatMap(({ flags, value }) => (value === null ? [] : [place(placeOf(at, flags), value)])),
  ];
}

function place(name: string, { words, files, isList }: Value): string {
  const parts = [
    ...(words.length > 0 ? [`words=${word(words.join(" "))}`] : []),
    ...(files === null ? [] : [`files=${files === "folders" ? "-d" : "-f"}`]),
    ...(isList && words.length > 0 ? ["list=1"] : []),
  ];
  return `    ${word(name)}) ${parts.length === 0 ? ":" : parts.join(" ")} ;;`;
}

function flagsOf({ path, options }: CommandShape): string {
  return `      ${word(path.join(" "))}) words=${word(options.flatMap(({ flags }) => flags).join(" "))} ;;`;
}

/** A flag's place has a name that no command has. */
function placeOf(at: string, flags: readonly string[]): string {
  return `${at} ${flags.at(-1)}`;
}

function both(one: Value, other: Value): Value {
  return { words: [...one.words, ...other.words], files: one.files ?? other.files, isList: false };
}

function takesValue({ value }: OptionShape): boolean {
  return value !== null;
}

function last({ path }: CommandShape): string {
  return path.at(-1) ?? "";
}

/** One word of the shell, whatever is in it. */
function word(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
