import type { Command } from "commander";
import { endingWith, STATUS } from "../../../src/cli/ended.ts";
import { addOptions, type OptionSpec } from "../../../src/cli/option.ts";
import { address, hosts, listenHost, port } from "../../../src/cli/option-values.ts";
import type { CommandLine } from "../../../src/cli/output.ts";
import { NAME_OPTION } from "../account-run/run-options.ts";
import { JUDGING_OPTIONS } from "../contract/chosen-clauses.ts";
import type { ProxyChoice } from "./proxy.ts";

export function addProxyCommand(program: Command, { output, end }: CommandLine): void {
  addOptions(program.command("proxy"), OPTIONS)
    .description("pass requests on to a deployment, and check its responses against the documented clauses")
    .addHelpText("after", help)
    .exitOverride(endingWith(STATUS.usage))
    .action(async (choice: ProxyChoice) => {
      // Loaded only now, because the suite is large.
      const { runProxy } = await import("./proxy.ts");
      end(await runProxy(choice, output));
    });
}

const OPTIONS: readonly OptionSpec[] = [
  [
    "--target <address>",
    "where requests go, with the path before the interface's paths",
    { secret: address("https://api.acme.dev/v1") },
  ],
  [
    "--webhooks <address>",
    "your receiver: requests with a webhook signature go there, and are checked too",
    { secret: address("http://127.0.0.1:3000") },
  ],
  ["--port <number>", "port to listen on; 0 is any free port", { standard: 4410, parse: port }],
  ["--host <address>", "address to listen on", { standard: "127.0.0.1", parse: listenHost }],
  [
    "--hosts <name,...>",
    "more host names to answer to, such as proxy.acme.dev",
    { env: "SALDO_HOSTS", standard: [], standardText: "none", parse: hosts },
  ],
  ["--har <file>", "write what passed as HAR 1.2, without secrets"],
  NAME_OPTION,
  ...JUDGING_OPTIONS,
];

const help = `
It prints a line when a clause is broken. Ctrl-C stops it: then it writes the reports and the recording. A second one ends it at once, without them.

Exit status: as of saldo contract.

Examples:
  saldo proxy --target https://api.acme.dev/v1             your client uses http://127.0.0.1:4410 in its place
  saldo proxy --target https://api.acme.dev/v1 --har out.har
                                                           and what passed is written
  saldo contract --har out.har                             checks it again`;
