import { setTimeout as sleep } from "node:timers/promises";
import type { SaldoClient } from "../../client/saldo-client.ts";
import { wholeNumber } from "../option-values.ts";
import { UserError } from "../user-error.ts";
import { table } from "./table.ts";
import { type Noun, verb } from "./verb.ts";

type Message = Awaited<ReturnType<SaldoClient["inbox"]["messages"]>>[number];

interface Flags {
  readonly wait?: number;
  readonly withdrawal?: string;
}

const PAUSE_MS = 100;

/** Returns the messages, with `wait` as soon as one has a code that is still valid. Throws `UserError` after that time. */
async function messages(client: SaldoClient, { wait, withdrawal }: Flags): Promise<readonly Message[]> {
  const endMs = performance.now() + (wait ?? 0) * 1_000;
  for (;;) {
    const found = await client.inbox.messages(withdrawal);
    if (wait === undefined) return found;
    const { now } = await client.clock.read();
    if (found.some(({ expiresAt }) => expiresAt > now)) return found;
    if (performance.now() >= endMs) throw new UserError(`no valid code came within ${wait} s`);
    await sleep(PAUSE_MS);
  }
}

/** `saldo inbox` */
export const inboxNoun: Noun = {
  name: "inbox",
  text: "read one-time codes",
  usual: "list",
  verbs: [
    verb<readonly Message[], Flags>({
      usage: "list",
      text: "list the mailbox, newest first",
      options: [
        ["--wait <seconds>", null, "wait until there is a valid code", { parse: wholeNumber(0, 9_999) }],
        ["--withdrawal <withdrawId>", null, "only messages about this withdrawal"],
      ],
      examples: ["list --wait 10 --json                        wait for a code"],
      run: ({ client, flags }) => messages(client, flags),
      show: (found) =>
        table<Message>(
          found,
          [
            ["CODE", ({ otpCode }) => otpCode],
            ["WITHDRAWAL", ({ withdrawId }) => withdrawId],
            ["TO", ({ to }) => to],
            ["SENT", ({ sentAt }) => sentAt],
            ["EXPIRES", ({ expiresAt }) => expiresAt],
          ],
          "No mail. A code arrives when a withdrawal is opened.",
        ),
    }),
  ],
};
