import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));

/** Variables of the developer's own shell would change what runs. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(SALDO_|PORT$|HOST$|GITHUB_)/.test(name)),
  );
}

/** Starts `saldo start` with these flags on a free port. */
export async function startSaldo(args: readonly string[]): Promise<{ readonly url: string } & AsyncDisposable> {
  const flags = ["start", "--port", "0", "--store", "memory", "--log", "silent", ...args];
  const child = spawn(process.execPath, [main, ...flags], { env: environment(), stdio: ["ignore", "pipe", "inherit"] });
  const url = await addressOf(child);
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  };
  return { url, [Symbol.asyncDispose]: end };
}

/** Runs `saldo contract` with these flags. @returns its exit status. */
export async function runContracts(args: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, [main, "contract", ...args], {
    env: environment(),
    stdio: ["ignore", "inherit", "inherit"],
  });
  await once(child, "exit");
  return child.exitCode;
}

/** Where a started sandbox listens, as soon as it does. */
export async function addressOf(child: ChildProcess): Promise<string> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (data: Buffer) => {
      output += data.toString();
    });
  }
  for (;;) {
    const address = /address +(http:\S+)/.exec(output)?.[1];
    if (address !== undefined) return address;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it does not start: ${output}`);
    await Promise.race([once(child.stdout ?? child, "data"), once(child, "exit")]);
  }
}
