import { type Command, InvalidArgumentError } from "commander";
import { endingWith, STATUS } from "../../../src/cli/ended.ts";
import { addOptions, type OptionSpec } from "../../../src/cli/option.ts";
import { addressProblem, duration, someOf } from "../../../src/cli/option-values.ts";
import type { CommandLine } from "../../../src/cli/output.ts";
import type { EffectSource } from "../../receiver/effects/effect-source.ts";
import { CLAUSE_OPTIONS } from "../contract/chosen-clauses.ts";
import type { ReceiverChoice } from "./receiver-check.ts";

export function addReceiverCommand(program: Command, { output, end }: CommandLine): void {
  const command = program
    .command("receiver")
    .description("check a webhook receiver")
    // To a reader of the status, wrong flags must not look like a broken receiver.
    .exitOverride(endingWith(STATUS.usage))
    .command("check")
    .argument("[url]", "address where the receiver takes webhooks")
    .description("send genuine and forged webhook deliveries to your receiver and check its responses");
  addOptions(command, OPTIONS)
    .addHelpText("after", help)
    .action(async (url: string | undefined, choice: ReceiverChoice) => {
      // A variable has several secrets with commas or spaces between them.
      const isOfEnvironment = command.getOptionValueSource("secret") === "env";
      const words = choice.secret?.flatMap((text) => (isOfEnvironment ? text.split(/[\s,]+/) : [text]));
      const secret = words?.filter((word) => word !== "");
      // Loaded only now, so that help is fast.
      const { runReceiverCheck } = await import("./receiver-check.ts");
      end(await runReceiverCheck(url, { ...choice, ...(secret && { secret }) }, output));
    });
}

const OPTIONS: readonly OptionSpec[] = [
  [
    "--secret <secret>",
    "secret of the webhook; once for each, or all in the variable with commas",
    { env: "SALDO_WEBHOOK_SECRET", isRepeated: true, secret: secretText },
  ],
  [
    "--header <line>",
    "header that a gateway needs, as 'name: value'; can be given several times",
    { standard: [], standardText: "none", isRepeated: true, secret: header },
  ],
  [
    "--timeout <duration>",
    "how long to wait for a response: 500ms, 5s",
    {
      standard: 10_000,
      standardText: "10s, as the platform waits",
      parse: duration(10_000, "such as 500ms or 5s, at most the 10s that the platform waits"),
    },
  ],
  [
    "--events <name,...>",
    "events that the receiver's webhook has; no others are sent",
    { standardText: "all", parse: someOf("names of events such as charge.paid,withdraw.completed") },
  ],
  [
    "--effect <source>",
    "where to read what deliveries change: 'command:<shell command>' or an address; can be given several times",
    { standardText: "none", isRepeated: true, secret: effect },
  ],
  [
    "--effect-wait <duration>",
    "how long an effect can take after the response: PT5S, 500ms",
    { standard: 5_000, standardText: "PT5S", parse: duration(60_000, "such as PT5S or 500ms, at most a minute") },
  ],
  [
    "--restart <command>",
    "shell command that starts the receiver, so that the check can end it during a delivery; needs --effect",
  ],
  ["--strict", "treat recommendations like documented clauses"],
  ...CLAUSE_OPTIONS,
];

const help = `
The deliveries are about charges that do not exist. Use a receiver without real data behind it.

Exit status: 0 every clause that was judged passed, 1 a clause is broken, 2 wrong flags or files, 3 some clause was not judged,
nothing responds there, or --effect cannot be read, 4 the check itself failed.

Examples:
  saldo receiver check http://localhost:3000/hooks --secret whsec_3f9a
                                                           check all clauses, with deliveries signed with this secret
  SALDO_WEBHOOK_SECRET=whsec_3f9a saldo receiver check http://localhost:3000/hooks --html report.html
                                                           keep the secret out of the list of processes; write a page
  saldo receiver check https://staging.shop.dev/hooks --secret whsec_3f9a --header 'Authorization: Bearer KEY'
                                                           through a gateway that needs a key
  saldo receiver check http://localhost:3000/hooks --secret whsec_3f9a --events charge.paid,withdraw.completed
                                                           send only the events that the webhook has
  saldo receiver check http://localhost:3000/hooks --secret whsec_3f9a --only 'signature.*' --strict
                                                           only clauses about signatures; recommendations count, too
  saldo receiver check http://localhost:3000/hooks --secret whsec_3f9a --effect 'command:psql shop -tAc "select count(*) from payouts"'
                                                           see whether deliveries change what they should, and nothing else
  saldo receiver check http://localhost:3000/hooks --secret whsec_3f9a --effect http://localhost:3001/count --restart 'node server.mjs'
                                                           start the receiver, end it during a delivery, start it again
  saldo receiver check --list                              list the clauses`;

function secretText(text: string): string {
  if (/^\P{Cc}{1,4096}$/u.test(text)) return text;
  throw new InvalidArgumentError("Allowed are 1 to 4096 characters without control characters.");
}

/** Headers of the delivery itself, and of its connection. */
const TAKEN = /^(content-type|content-length|transfer-encoding|connection|host|user-agent|x-webhook-.*)$/i;

function header(line: string): readonly [name: string, value: string] {
  const [, name = "", value = ""] =
    /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\x21-\x7e][\x20-\x7e\t]*)$/.exec(line) ?? [];
  if (name === "") throw new InvalidArgumentError("Allowed is a header such as 'Authorization: Bearer KEY'.");
  if (TAKEN.test(name)) throw new InvalidArgumentError(`${name} is a header of the delivery itself.`);
  return [name, value];
}

function effect(text: string): EffectSource {
  const [, command = ""] = /^command:(.*\S.*)$/s.exec(text) ?? [];
  if (command !== "") return { command };
  const problem = addressProblem(text, "http://localhost:3000/payouts/count", true);
  if (problem === null) return { url: new URL(text) };
  throw new InvalidArgumentError(`${problem} Or 'command:' with a shell command that prints what deliveries change.`);
}
