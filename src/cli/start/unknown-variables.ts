import type { Command } from "commander";
import { nearest } from "../nearest.ts";
import { UserError } from "../user-error.ts";

/** Variables that no option reads: those that a command for codes gets, the image for Compose and tests, and the browser for tests. */
const variablesOfOthers = ["SALDO_WITHDRAW_ID", "SALDO_SENT_AFTER", "SALDO_IMAGE", "SALDO_BROWSER"];

/** Kubernetes sets such variables in every container, for services whose names begin with "saldo". */
const ofService =
  /^SALDO_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)=|^SALDO_(\w+_)?PORT=\w+:\/\//;

/**
 * Refuses to start while a variable is set that begins with SALDO_ and that no command of the program knows: a slip in its
 * name would otherwise go unnoticed. Throws `UserError` with a line for each.
 */
export function refuseUnknownVariables(program: Command, environment: NodeJS.ProcessEnv): void {
  const known = variablesOf(program);
  const unknown = Object.entries(environment).flatMap(([name, value]) =>
    !name.startsWith("SALDO_") || [...known, ...variablesOfOthers].includes(name) || ofService.test(`${name}=${value}`)
      ? []
      : [name],
  );
  if (unknown.length > 0) throw new UserError(unknown.map((name) => problemOf(name, known)).join("\nerror: "));
}

/** The variables of all options of a command and those below it. */
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

/** So that PORT is near to SALDO_PORT, and names are not near to each other only because they begin alike. */
function withoutPrefix(name: string): string {
  return name.replace(/^SALDO_/, "");
}
