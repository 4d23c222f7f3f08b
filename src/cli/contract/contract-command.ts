import { type Command, InvalidArgumentError } from "commander";
import { type GivenNames, nameable } from "../../../contracts/judge/description.ts";
import type { Settings } from "../../../contracts/model/settings.ts";
import { endingWith, STATUS } from "../ended.ts";
import { addOptions, type OptionSpec } from "../option.ts";
import { headerSecret, listOf, parseDurationMs, wholeNumber } from "../option-values.ts";
import type { CommandLine } from "../output.ts";
import { RECEIVER_OPTIONS, targetOptions } from "../target-options.ts";
import { CLAUSE_OPTIONS } from "./chosen-clauses.ts";
import { codeWay } from "./code-way.ts";
import { type ContractChoice, type Permission, permissions } from "./contract-choice.ts";

/** Adds `saldo contract`. */
export function addContractCommand(program: Command, { output, end }: CommandLine): void {
  addOptions(program.command("contract"), OPTIONS)
    .description("check a sandbox or a deployment against the documented clauses, and observe where they are silent")
    .addHelpText("after", help)
    // Wrong flags must not look like a broken target to whoever reads the status.
    .exitOverride(endingWith(STATUS.usage))
    .action(async (given: Given) => {
      // Loaded only now, because the suite's runner is large.
      const { runContract } = await import("./contract.ts");
      end(await runContract({ ...given, allow: given.allow.flat() }, output));
    });
}

/** Each --allow is a list; they add up. */
type Given = Omit<ContractChoice, "allow"> & { readonly allow: readonly (readonly Permission[])[] };

const cents = wholeNumber(1, 999_999_999_999, "a whole number of cents");

const OPTIONS: readonly OptionSpec[] = [
  ["--in-process", null, "start a sandbox for the run"],
  ...targetOptions("address of a sandbox or a deployment", "https://api.acme.dev/v1"),
  [
    "--har <file>",
    null,
    "judge recorded exchanges (HAR 1.2); --url then says where the interface was, if that is not found",
  ],
  ["--api-key <key>", "SALDO_API_KEY", "API key of the account on a deployment", { secret: headerSecret }],
  ["--no-control-plane", null, "treat a sandbox as a deployment: wait for time to pass"],
  ["--overlay <file>", "SALDO_OVERLAY", "OpenAPI Overlay with the target's own names"],
  [
    "--allow <what,...>",
    null,
    "on a real account: open withdrawals, settle them, create webhooks",
    { standard: [], standardText: "none: only reading", parse: allowed, isRepeated: true },
  ],
  [
    "--budget <cents>",
    null,
    "how much --allow settle may pay out in all",
    { standard: 0, standardText: "none", parse: cents },
  ],
  ["--cancel-open", null, "cancel a withdrawal that is already open, instead of stopping"],
  ["--value <cents>", null, "amount of each withdrawal; the target's minimum if unset", { parse: cents }],
  [
    "--patience <duration>",
    null,
    "the longest single wait for time to pass: 90s, 5m, PT5M",
    { standard: 0, standardText: "none", parse: patience },
  ],
  [
    "--listen <duration>",
    null,
    "check what others do on the account for this long: 30m, 1h, PT1H; needs --allow webhooks and --receiver-url",
    { parse: patience },
  ],
  [
    "--otp <source>",
    "SALDO_OTP",
    "where one-time codes come from: prompt, command:<cmd>, inbox (of a sandbox)",
    { secret: codeWay },
  ],
  [
    "--driver <file>",
    "SALDO_DRIVER",
    "YAML file that says how to do what no API key can: pay a charge, approve, reactivate",
  ],
  [
    "--expect <setting,...>",
    null,
    "how the account is set: manual-approval, no-manual-approval, no-retention",
    { standard: [], standardText: "unknown", parse: expectation, isRepeated: true },
  ],
  [
    "--name <part=name>",
    null,
    "what the target calls a part of a webhook that is not found by itself, such as secret=hmacKey",
    { standard: [], standardText: "found", parse: naming, isRepeated: true },
  ],
  ...RECEIVER_OPTIONS,
  ["--baseline <file>", null, "clauses that are known to be broken, one a line, # comments"],
  ["--since <report.json>", null, "compare with the JSON report of an older run; only what is new counts"],
  ["--plan", null, "say what a run would do and spend, and stop"],
  ["--yes", null, "do not ask before a run that spends or leaves something"],
  ...CLAUSE_OPTIONS,
];

const help = `
Exit status: 0 every clause that was judged passed, 1 a clause is broken, 2 wrong flags or files, 3 some documented clause was not judged,
4 the suite made a mistake, 5 (--since) nothing new is broken, but the target behaves differently.

Examples:
  saldo contract --in-process                              the suite against a sandbox of its own
  saldo contract --url http://127.0.0.1:4400 --html report.html
                                                           a running sandbox, in worlds made for the run
  saldo contract --url https://api.acme.dev/v1 --api-key KEY
                                                           a deployment, reading only
  saldo contract --har traffic.har                         what a browser or a proxy has recorded
  saldo contract --url https://api.acme.dev/v1 --api-key KEY --allow open,settle,webhooks --budget 1500 \\
      --patience 10m --otp prompt --receiver-port 8080 --receiver-url https://hooks.acme.dev
                                                           all that needs no driver, with at most R$ 15.00 of real money`;

/** How accounts can be set, by the names of the control plane's settings. */
const expectations: Readonly<Record<string, Settings>> = {
  "manual-approval": { manualApproval: true },
  "no-manual-approval": { manualApproval: false },
  "no-retention": { retention: null },
};

/** Repeated options add up, so that each is one object or list. */
function expectation(text: string): Settings {
  const found = listOf(text).map((word) => expectations[word]);
  if (found.length > 0 && found.every((one) => one !== undefined)) return Object.assign({}, ...found);
  throw new InvalidArgumentError(`Allowed are ${Object.keys(expectations).join(", ")}.`);
}

export function naming(text: string): GivenNames {
  const [, part, name] = /^(\w+)=(\S+)$/.exec(text) ?? [];
  const known = nameable.find((one) => one === part);
  if (known !== undefined && name !== undefined) return { [known]: name };
  throw new InvalidArgumentError(`Allowed is <part>=<name>; parts are ${nameable.join(", ")}.`);
}

function allowed(text: string): readonly Permission[] {
  const words = listOf(text);
  const unknown = words.find((word) => !permissions.some((permission) => permission === word));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`"${unknown}" is unknown. Allowed are ${permissions.join(", ")}.`);
  return permissions.filter((permission) => words.includes(permission));
}

function patience(text: string): number {
  const ms = parseDurationMs(text);
  if (ms) return ms;
  throw new InvalidArgumentError(
    "Allowed is a duration of hours, minutes and seconds, such as 90s, 5m, 1h or PT5M30S.",
  );
}
