import { commandEnvironment, lastLine, MAX_KEPT_CHARACTERS, runCommand } from "../../../src/shell/ended-command.ts";
import { TargetUnusable } from "../../run/target-unusable.ts";
import { Forwarder } from "../../target/forward.ts";
import { shownPath } from "../posted.ts";

/** Where the state stands that deliveries change: what a shell command prints, or what a GET of an address answers. */
export type EffectSource = { readonly command: string } | { readonly url: URL };

const MAX_READ_MS = 10_000;
const MAX_STATE_BYTES = 256 * 1024;

/** Returns the trimmed state. Throws `TargetUnusable`, which repeats no command or query: they may have secrets. */
export function readEffect(source: EffectSource): Promise<string> {
  return "url" in source ? answerOf(source.url) : outputOf(source.command);
}

async function outputOf(command: string): Promise<string> {
  const tooLong = AbortSignal.timeout(MAX_READ_MS);
  // Without SALDO_WEBHOOK_SECRET, which the command does not need.
  const ended = await runCommand(command, commandEnvironment(undefined), tooLong).catch(() => undefined);
  if (ended === undefined) throw new TargetUnusable("the command of --effect could not be started");
  const { status, how, stdout, stderr } = ended;
  const fail = (what: string) => new TargetUnusable(`the command of --effect ${what}`);
  if (tooLong.aborted) throw fail(`did not end within ${MAX_READ_MS / 1_000} s${lastLine(stderr)}`);
  if (status !== 0) throw fail(how);
  if (stdout.length >= MAX_KEPT_CHARACTERS) throw fail("printed more than 256 KiB; let it print a number or a hash");
  return stdout.trim();
}

async function answerOf(url: URL): Promise<string> {
  const forwarder = new Forwarder(url.origin, false, { answerMs: MAX_READ_MS, keptBytes: MAX_STATE_BYTES });
  const fail = (how: string) => new TargetUnusable(`--effect ${url.origin}${shownPath(url)}: ${how}`);
  try {
    const headers = { "User-Agent": "Saldo" };
    const path = url.pathname + url.search;
    const answer = await forwarder.send({ method: "GET", path, headers, body: Buffer.alloc(0) });
    if ("failure" in answer) throw fail(answer.reason);
    if (answer.status < 200 || answer.status > 299) throw fail(`answered ${answer.status}; 200 to 299 is needed`);
    if (answer.isCut) throw fail("answered more than 256 KiB; let it answer with a number or a hash");
    return answer.body.toString().trim();
  } finally {
    await forwarder.close();
  }
}
