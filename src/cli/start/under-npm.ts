import type { Command } from "commander";

const PARENT_EVERY_MS = 500;

/** Whether a script of Saldo's own clone runs this process: `npm start` or `npm run saldo`. */
function isScriptOfClone({ npm_package_name, npm_lifecycle_event = "" }: NodeJS.ProcessEnv): boolean {
  return npm_package_name === "saldo" && ["start", "saldo"].includes(npm_lifecycle_event);
}

/**
 * Calls `stop` when `npm start` has ended. A signal for npm ends npm and its shell, and never reaches Saldo, which then
 * has another parent. A sandbox in the background (`--wait`) outlives npm.
 */
export function stopWithNpm(stop: () => void): void {
  if (!isScriptOfClone(process.env) || process.send !== undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_EVERY_MS).unref();
}

/** Has `start` end with the right command where npm has taken its flags: `npm start --port 4401`. */
export function refuseFlagsOfNpm(start: Command, words: readonly string[]): void {
  const { env } = process;
  if (!isScriptOfClone(env)) return;
  const values = words.filter((word) => !word.startsWith("-")).slice(1);
  const taken = start.options.flatMap(({ long, required }) => {
    const value = env[`npm_config_${long?.slice(2).replaceAll("-", "_")}`];
    if (long === undefined || long === null || value === undefined) return [];
    // npm passes on the word behind a flag that it does not know.
    return [required ? `${long} ${value === "true" ? (values.shift() ?? "<value>") : value}` : long];
  });
  if (taken.length === 0) return;
  const command = env.npm_lifecycle_event === "start" ? "npm start --" : "npm run saldo -- start";
  start.error(`error: npm takes flags before -- for itself. Write: ${command} ${taken.join(" ")}`);
}
