/**
 * Runs `npm run check` beside the tests: `npm test [-- <arguments of vitest run>]`. The tests write as they go, the check is
 * shown whole when both have ended, and either one's failure is the command's.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));

// npm is a script of the shell on Windows.
const check = spawn("npm run --silent check", { shell: true, stdio: ["ignore", "pipe", "pipe"] });
const checked = Promise.all([once(check, "close"), textOf(check.stdout), textOf(check.stderr)]);
const tests = spawn(process.execPath, [vitest, "run", ...process.argv.slice(2)], { stdio: "inherit" });

const [testStatus] = await once(tests, "close");
const [[checkStatus], ...texts] = await checked;
console.log(`\n== npm run check: ${checkStatus === 0 ? "passed" : "FAILED"}\n${texts.join("")}`);
process.exitCode = testStatus === 0 && checkStatus === 0 ? 0 : 1;

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  for await (const piece of stream) text += piece.toString();
  return text;
}
