import { InvalidArgumentError } from "commander";
import type { OptionSpec } from "../../../src/cli/option.ts";
import { duration, listOf, typedSecret, wholeNumber } from "../../../src/cli/option-values.ts";
import { RECEIVER_OPTIONS, targetOptions } from "../../../src/cli/target-options.ts";
import { type GivenNames, nameable } from "../../judge/description.ts";
import type { SeenSettings } from "../../model/settings.ts";
import { type Permission, permissionNames } from "../../run/capabilities.ts";
import { codeWay } from "./code-way.ts";

const cents = wholeNumber(1, 999_999_999_999, "a whole number of cents");

const wait = duration(Number.POSITIVE_INFINITY, "of hours, minutes and seconds, such as 90s, 5m, 1h or PT5M30S");

export const NAME_OPTION: OptionSpec = [
  "--name <part=name>",
  "what the target calls a part of a webhook that is not found by itself, such as secret=hmacKey",
  { standard: [], standardText: "found", parse: naming, isRepeated: true },
];

/** Returns the options for a run on an account. `text` describes --url. */
export function runOptions(text: string): readonly OptionSpec[] {
  return [
    ...targetOptions(text, "https://api.acme.dev/v1"),
    ["--har <file>", "use recorded exchanges (HAR 1.2); --url then says where the interface was, if that is not found"],
    ["--api-key <key>", "API key of the account on a deployment", { env: "SALDO_API_KEY", secret: typedSecret }],
    ["--no-control-plane", "treat a sandbox as a deployment: wait for time to pass"],
    [
      "--allow <what,...>",
      "on a real account: open withdrawals, settle them, create webhooks",
      { standard: [], standardText: "none: only reading", parse: allowed, isRepeated: true },
    ],
    [
      "--budget <cents>",
      "how much --allow settle may pay out in all",
      { standard: 0, standardText: "none", parse: cents },
    ],
    ["--cancel-open", "cancel a withdrawal that is already open, instead of stopping"],
    ["--value <cents>", "amount of each withdrawal; the target's minimum if unset", { parse: cents }],
    [
      "--patience <duration>",
      "the longest single wait for time to pass: 90s, 5m, PT5M",
      { standard: 0, standardText: "none", parse: wait },
    ],
    [
      "--listen <duration>",
      "check what others do on the account for this long: 30m, 1h, PT1H; needs --allow webhooks and --receiver-url",
      { parse: wait },
    ],
    [
      "--otp <source>",
      "where one-time codes come from: prompt, command:<cmd>, inbox (of a sandbox)",
      { env: "SALDO_OTP", secret: codeWay },
    ],
    [
      "--driver <file>",
      "YAML file that says how to do what no API key can: pay a charge, approve, reactivate",
      { env: "SALDO_DRIVER" },
    ],
    [
      "--expect <setting,...>",
      "how the account is set: manual-approval, no-manual-approval, no-retention",
      { standard: [], standardText: "unknown", parse: expectation, isRepeated: true },
    ],
    NAME_OPTION,
    ...RECEIVER_OPTIONS,
    ["--plan", "say what a run would do and spend, and stop"],
    ["--yes", "do not ask before a run that spends or leaves something"],
  ];
}

/** How accounts can be set, by the names of the control plane's settings. */
const expectations: Readonly<Record<string, SeenSettings>> = {
  "manual-approval": { manualApproval: true },
  "no-manual-approval": { manualApproval: false },
  "no-retention": { retention: null },
};

function expectation(text: string): SeenSettings {
  const found = listOf(text).map((word) => expectations[word]);
  if (found.length > 0 && found.every((one) => one !== undefined)) return Object.assign({}, ...found);
  throw new InvalidArgumentError(`Allowed are ${Object.keys(expectations).join(", ")}.`);
}

function naming(text: string): GivenNames {
  const [, part, name] = /^(\w+)=(\S+)$/.exec(text) ?? [];
  const known = nameable.find((one) => one === part);
  if (known !== undefined && name !== undefined) return { [known]: name };
  throw new InvalidArgumentError(`Allowed is <part>=<name>; parts are ${nameable.join(", ")}.`);
}

function allowed(text: string): readonly Permission[] {
  const words = listOf(text);
  const unknown = words.find((word) => !permissionNames.some((permission) => permission === word));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`"${unknown}" is unknown. Allowed are ${permissionNames.join(", ")}.`);
  return permissionNames.filter((permission) => words.includes(permission));
}
