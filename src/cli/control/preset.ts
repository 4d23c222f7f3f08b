import { jsonPath } from "../../spec/fixture-place.ts";
import type { Preset, PresetApplied } from "../../spec/generated/control-api.ts";
import { tellProblems } from "../../spec/problem.ts";
import { readYaml } from "../../spec/yaml-source.ts";
import { readTextFile } from "../../text-file.ts";
import { orUserError, UserError } from "../user-error.ts";
import { fields, table } from "./table.ts";
import { type Noun, verb } from "./verb.ts";

/** Returns the name of a shipped preset, or what a file says; the sandbox checks its form. */
async function presetOf(nameOrFile: string): Promise<string | Preset> {
  if (!/\.(ya?ml|json)$/i.test(nameOrFile)) return nameOrFile;
  const source = readYaml(await orUserError(() => readTextFile(nameOrFile, "the preset")), nameOrFile);
  if ("problems" in source) throw new UserError(tellProblems(source.problems));
  const { value } = source;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new UserError(`${nameOrFile}: ${jsonPath([])} must be an object with settings, faults, charges or chargebacks`);
}

/** `saldo preset` */
export const presetNoun: Noun = {
  name: "preset",
  text: "let several things go wrong together",
  usual: "list",
  verbs: [
    verb({
      usage: "list",
      text: "list the shipped presets",
      examples: ["list"],
      run: ({ client }) => client.presets.list(),
      show: (presets) =>
        table(
          presets,
          [
            ["PRESET", ({ name }) => name],
            ["WHAT GOES WRONG", ({ description }) => description],
          ],
          "No presets.",
        ),
    }),
    verb({
      usage: "apply <preset>",
      text: "apply a shipped preset, or one from a file (.yaml, .json)",
      examples: ["apply bad-friday", "apply ./our-worst-day.yaml"],
      run: async ({ client, args: [preset = ""] }) => client.presets.apply(await presetOf(preset)),
      show: ({ faultIds, chargeIds, chargebackIds, position }: PresetApplied) =>
        fields({
          ...{ "faults added": faultIds.length, "charges paid": chargeIds.length },
          ...{ "charged back": chargebackIds.length, position },
        }),
    }),
  ],
};
