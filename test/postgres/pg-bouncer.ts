import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atFreePort } from "../free-port.ts";
import { isRoot, nobody } from "./postgres-server.ts";

/** Debian puts it where only administrators look. */
const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin"];
const program = folders.map((folder) => join(folder, "pgbouncer")).find((path) => existsSync(path));

/** Why there can be no pooler on this machine; null if there can. */
export const noPgBouncer = program === undefined ? "PgBouncer is not installed here (apt-get install pgbouncer)" : null;

/**
 * A pooler before a database. In transaction mode two transactions of one client meet different sessions of the
 * database, and clients share these: here all of them share four.
 */
export class PgBouncer implements AsyncDisposable {
  readonly url: string;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(url: string, folder: string, process: ChildProcess) {
    this.url = url;
    this.#folder = folder;
    this.#process = process;
  }

  static before(databaseUrl: string): Promise<PgBouncer> {
    return atFreePort((port) => PgBouncer.#at(port, databaseUrl));
  }

  static async #at(ownPort: number, databaseUrl: string): Promise<PgBouncer> {
    const { hostname, port, username } = new URL(databaseUrl);
    const url = new URL(databaseUrl);
    url.port = String(ownPort);
    const folder = await mkdtemp(join(tmpdir(), "saldo-pgbouncer-"));
    const file = join(folder, "pgbouncer.ini");
    await writeFile(file, settings(url.port, `host=${hostname} port=${port} user=${username}`));
    if (isRoot) for (const path of [folder, file]) await chown(path, nobody, nobody);
    const user = isRoot ? { uid: nobody, gid: nobody } : {};
    const started = spawn(program ?? "", [file], { ...user, cwd: "/", stdio: ["ignore", "ignore", "pipe"] });
    let told = "";
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    started.stderr.on("data", (piece) => {
      told += String(piece);
      if (told.includes("process up")) resolve();
    });
    started.once("exit", (status) => reject(new Error(`PgBouncer ended with ${status}:\n${told}`)));
    await ready;
    started.stderr.removeAllListeners("data").resume();
    return new PgBouncer(url.href, folder, started);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill("SIGKILL");
    if (this.#process.exitCode === null && this.#process.signalCode === null) await once(this.#process, "exit");
    await rm(this.#folder, { recursive: true });
  }
}

function settings(port: string, database: string): string {
  return `[databases]
* = ${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 500
`;
}
