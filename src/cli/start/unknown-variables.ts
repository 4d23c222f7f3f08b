import type { Command } from "commander";
import { nearest } from "../../spec/nearest.ts";
import { UserError } from "../user-error.ts";

/** Variables that no option reads: of commands for one-time codes, of Compose and of tests. */
const OTHER_VARIABLES = ["SALDO_WITHDRAW_ID", "SALDO_SENT_AFTER", "SALDO_IMAGE", "SALDO_BROWSER"];

/** Kubernetes sets these in every container, for services whose names begin with "saldo". */
const SERVICE_VARIABLE =
  /^SALDO_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)=|^SALDO_(\w+_)?PORT=\w+:\/\//;

/**
 * Throws `UserError` for variables that begin with SALDO_ and that no command knows, because a slip in a name would
 * otherwise go unnoticed.
 */
export function refuseUnknownVariables(program: Command, environment: NodeJS.ProcessEnv): void {
  const known = variablesOf(program);
  const unknown = unknownVariables(program, environment);
  if (unknown.length > 0) throw new UserError(unknown.map((name) => problemOf(name, known)).join("\nerror: "));
}

/** Returns the variables that look like Saldo's, and that no option of the program reads. */
export function unknownVariables(program: Command, environment: NodeJS.ProcessEnv): readonly string[] {
  const known = [...variablesOf(program), ...OTHER_VARIABLES];
  return Object.entries(environment).flatMap(([name, value]) => {
    const isKnown = !name.startsWith("SALDO_") || known.includes(name) || SERVICE_VARIABLE.test(`${name}=${value}`);
    return isKnown ? [] : [name];
  });
}

/** Returns the variables of all options of a command and of those below it. */
function variablesOf(command: Command): readonly string[] {
  const own = command.options.flatMap(({ envVar }) => envVar ?? []);
  return [...own, ...command.commands.flatMap(variablesOf)];
}

function problemOf(variable: string, known: readonly string[]): string {
  const name = variable.replaceAll(/\p{Cc}/gu, "?");
  const bare = new Map(known.map((one) => [withoutPrefix(one), one]));
  const meant = bare.get(nearest(withoutPrefix(name), [...bare.keys()]) ?? "");
  if (meant !== undefined) return `the variable ${name} is unknown. Did you mean ${meant}?`;
  return `the variable ${name} is unknown; saldo start --help lists the variables. If another program needs it: env -u ${name} saldo start`;
}

/** Without it, PORT is near to SALDO_PORT, and other names are not near only because they begin alike. */
function withoutPrefix(name: string): string {
  return name.replace(/^SALDO_/, "");
}
