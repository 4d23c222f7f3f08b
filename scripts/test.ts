/**
 * Runs `npm run check` beside the tests: `npm test [-- <arguments of vitest run>]`. The tests write as they go, the check is
 * shown whole when both have ended, and either one's failure is the command's.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";

// The command line as one text, for npm and npx are scripts of the shell on Windows.
const start = (command: string, stdio: "inherit" | "pipe") => spawn(command, { shell: true, stdio });

const check = start("npm run --silent check", "pipe");
const checked = Promise.all([once(check, "close"), textOf(check.stdout), textOf(check.stderr)]);
const tests = start(`npx --no-install vitest run ${process.argv.slice(2).join(" ")}`, "inherit");

const [testStatus] = await once(tests, "close");
const [[checkStatus], ...texts] = await checked;
console.log(`\n== npm run check: ${checkStatus === 0 ? "passed" : "FAILED"}\n${texts.join("")}`);
process.exitCode = testStatus === 0 && checkStatus === 0 ? 0 : 1;

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = "";
  for await (const piece of stream ?? []) text += piece.toString();
  return text;
}
