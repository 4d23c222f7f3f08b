import type { Command } from "commander";
import { bashScript } from "./bash-script.ts";
import { shapeOf } from "./command-shape.ts";
import { fishScript } from "./fish-script.ts";
import { knownWords } from "./known-words.ts";
import type { Shell } from "./shell.ts";
import { zshScript } from "./zsh-script.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

export async function completionScript(program: Command, shell: Shell): Promise<string> {
  return scripts[shell](shapeOf(program, await knownWords()));
}
