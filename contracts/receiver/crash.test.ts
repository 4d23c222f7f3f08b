import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../test/free-port.ts";
import { checkReceiver } from "./check-receiver.ts";
import { StartedReceiver } from "./effects/started-receiver.ts";
import { secret } from "./testing/receiver.ts";
import { usualCheck } from "./testing/usual-check.ts";

const program = fileURLToPath(new URL("testing/crashing-shop.ts", import.meta.url));

/** Checks a shop that is a process of its own and pays in this way. */
async function verdictsOn(habit: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "saldo-crash-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const port = await freePort();
  const url = new URL(`http://127.0.0.1:${port}/hooks`);
  const command = [process.execPath, program, port, habit, join(folder, "paid"), secret].join(" ");
  await using restarted = new StartedReceiver(command, url);
  await restarted.begin();
  const { results } = await checkReceiver({
    ...usualCheck,
    url,
    selected: ["effects.kept-in-crash", "effects.repeated-after-crash", "answers.to-the-end"],
    effects: { sources: [{ url: new URL("/paid", url) }], waitMs: 50 },
    restarted,
  });
  return results.map(({ verdict, because }) => (because === undefined ? verdict : `${verdict}: ${because}`));
}

test.each([
  ["stores-first", ["passed", "passed", "passed"]],
  ["works-after-restart", ["passed", "passed", "passed"]],
  ["answers-first", ["broken", "not-judged: effects.kept-in-crash", "passed"]],
  ["remembers-in-memory", ["passed", "broken", "passed"]],
])("a receiver that %s", async (habit, verdicts) => {
  expect(await verdictsOn(habit)).toEqual(verdicts);
});

test("a receiver that runs already is not ended", async () => {
  const port = await freePort();
  const command = `${process.execPath} ${program} ${port} stores-first /dev/null ${secret}`;
  const url = new URL(`http://127.0.0.1:${port}/hooks`);
  await using running = new StartedReceiver(command, url);
  await running.begin();
  await expect(new StartedReceiver(command, url).begin()).rejects.toThrow(/something listens at .* end that first/);
});

test("a command that ends at once is told with its last line", async () => {
  const url = new URL(`http://127.0.0.1:${await freePort()}/hooks`);
  const started = new StartedReceiver("echo no such program >&2; exit 3", url).begin();
  await expect(started).rejects.toThrow("the command of --restart ended: no such program");
});
