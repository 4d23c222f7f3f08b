import type { Connections, Row } from "./connections.ts";
import { Lost, Rejected } from "./failure.ts";
import { WrongTables } from "./migrate.ts";

/** The oldest version that has `client_connection_check_interval`. */
const MIN_VERSION = 140_000;

/** The database cannot be used; the message says why, in one line and without the password. */
class UnusableDatabase extends Error {
  override readonly name = "UnusableDatabase";
}

const question = `SELECT current_setting('server_version_num'), current_setting('server_version'),
  current_setting('server_encoding'), current_setting('fsync'), current_setting('full_page_writes'),
  pg_is_in_recovery(), current_setting('default_transaction_read_only')`;

/** Throws `UnusableDatabase` for a server that is too old, cannot be written to, or would forget what it has confirmed. */
export async function assertUsable(connections: Connections): Promise<void> {
  const [row = []] = await connections.ask(question);
  const problem = problemOf(row);
  if (problem !== null) throw new UnusableDatabase(problem);
}

function problemOf([number, version, encoding, fsync, fullPages, isInRecovery, isReadOnly]: Row): string | null {
  if (Number(number) < MIN_VERSION) return `PostgreSQL ${version} is too old; Saldo needs 14 or later`;
  if (encoding !== "UTF8") return `the database has the encoding ${encoding}; Saldo needs UTF8`;
  if (isInRecovery === "t") return "the server is a standby, which cannot be written to; name the primary";
  if (isReadOnly === "on") return "the database is read-only (default_transaction_read_only)";
  if (fsync !== "on" || fullPages !== "on") {
    return "the server would lose what it has confirmed, because fsync or full_page_writes is off";
  }
  return null;
}

/** Errors of the server that need other words than its own. */
const known: Readonly<Record<string, string>> = {
  "28P01": "it does not accept the user name or the password",
  "28000": "it does not accept the user from this address",
  "3D000": "it has no such database",
  "42501":
    "the user may not create or use this schema; create the schema for this user, or grant CREATE on the database",
  "53100": "its disk is full",
  "53300": "it has no connection left; raise max_connections, or put a pooler before it",
  "57P03": "it is starting or stopping",
  "25006": "it is read-only",
};

/** Errors of sockets: what to do behind their own words, which have the address. */
const unreached: Readonly<Record<string, string>> = {
  ECONNREFUSED: "; nothing listens there: start the database, or correct its address",
  ENOTFOUND: "; no address is known for this name: correct the address of the database",
  EAI_AGAIN: "; no address is known for this name: correct the address of the database",
  ETIMEDOUT: "; nothing answers there: correct the address of the database, or let a firewall pass it",
  EHOSTUNREACH: "; no way leads there: correct the address of the database",
};

/** Returns what to say of an error at startup. Unknown kinds of errors are returned as they are. */
export function unusable(error: unknown): unknown {
  if (error instanceof UnusableDatabase) return error;
  if (error instanceof WrongTables) return new UnusableDatabase(error.message, { cause: error });
  if (!(error instanceof Lost || error instanceof Rejected)) return error;
  const { code, message }: { readonly code?: unknown; readonly message?: unknown } = Object(error.cause);
  const told = known[String(code)] ?? (typeof message === "string" && message !== "" ? message : String(code));
  const wayOut = unreached[String(code)] ?? "";
  return new UnusableDatabase(`the database cannot be used: ${told}${wayOut}`, { cause: error });
}
