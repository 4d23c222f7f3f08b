import type { Command } from "commander";
import { type Connection, parsed, sent } from "../../client/connection.ts";
import { MessageSplitter } from "../../client/message-splitter.ts";
import { UnexpectedAnswer } from "../../client/unexpected-answer.ts";
import { eventText } from "../../report/event-text.ts";
import { printedJson } from "../../report/printed-text.ts";
import { addOptions } from "../option.ts";
import type { CommandLine } from "../output.ts";
import { CONNECTION_OPTIONS, connected, connectionOf, orSandboxProblem } from "./connection.ts";

export function addTailCommand(program: Command, { output }: CommandLine): void {
  addOptions(program.command("tail"), [
    ...CONNECTION_OPTIONS,
    ["--since <position>", "begin after this position instead of now"],
    ["--json", "print each event as a line of JSON"],
  ])
    .description("print everything that happens in a world, live, until Ctrl-C")
    .addHelpText("after", "\nExamples:\n  saldo tail\n  saldo tail --since 0 --json | jq .type")
    .action(async (flags: { since?: string; json?: true }, command: Command) => {
      await orSandboxProblem(async () => {
        const connection = await connectionOf(command, output);
        const now = async () => String((await (await connected(command, output)).clock.read()).position);
        for await (const event of eventsOf(connection, flags.since ?? (await now()))) {
          const line = flags.json ? printedJson(event) : eventText(JSON.parse(event));
          if (line !== null) output.stdout.write(`${line}\n`);
        }
      });
    });
}

/** Returns the events after a position, each as the JSON that the sandbox sends, until the sandbox ends the stream. */
async function* eventsOf({ url, apiKey, fetch: send = sent }: Connection, since: string): AsyncGenerator<string> {
  const path = "/sandbox/events/stream";
  const headers = { "x-api-key": apiKey ?? "", "last-event-id": since };
  const response = await send(new Request(url + path, { headers }));
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (!response.ok || response.body === null || !isStream)
    throw new UnexpectedAnswer({ method: "GET", path }, response.status, parsed(await response.text()));
  const splitter = new MessageSplitter();
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    for (const { id, data } of splitter.push(piece)) if (id !== null) yield data;
  }
}
