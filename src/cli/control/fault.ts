import { InvalidArgumentError } from "commander";
import type { BodyOf } from "../../client/connection.ts";
import type { SaldoClient } from "../../client/saldo-client.ts";
import { wholeNumber } from "../option-values.ts";
import { fields, table } from "./table.ts";
import { type Noun, verb } from "./verb.ts";

type Fault = Awaited<ReturnType<SaldoClient["faults"]["list"]>>[number];

interface AddFlags {
  readonly operation?: string;
  readonly status?: number;
  readonly header?: readonly (readonly [name: string, value: string])[];
  readonly requests?: number;
  readonly per?: string;
  readonly delay?: string;
  readonly event?: string;
  readonly times?: number;
}

/** The sandbox checks which of them the kind takes, and says what is allowed. */
function faultOf(kind: string, { operation, header, ...rest }: AddFlags): BodyOf<"addFault"> {
  const headers = header === undefined ? undefined : Object.fromEntries(header);
  return JSON.parse(JSON.stringify({ kind, ...rest, operationId: operation, headers }));
}

/** Returns the name and the value of `Retry-After: 2`. */
function headerOf(text: string): readonly [string, string] {
  const [all, name = "", value = ""] = /^([^:]+):\s*(.*)$/.exec(text) ?? [];
  if (all === undefined) throw new InvalidArgumentError('Allowed is a header such as "Retry-After: 2".');
  return [name, value];
}

/** Returns what a fault is limited to: its operation, its event, or nothing. */
function targetOf(fault: Fault): string | null {
  return fault.operationId ?? fault.event ?? null;
}

/** `saldo fault` */
export const faultNoun: Noun = {
  name: "fault",
  text: "let calls and deliveries go wrong",
  usual: "list",
  verbs: [
    verb({
      usage: "list",
      text: "list the faults that can still apply, oldest first",
      examples: ["list"],
      run: ({ client }) => client.faults.list(),
      show: (faults) =>
        table<Fault>(
          faults,
          [
            ["FAULT", ({ faultId }) => faultId],
            ["KIND", ({ kind }) => kind],
            ["OF", targetOf],
            ["LEFT", ({ remaining }) => remaining],
          ],
          "No faults.",
        ),
    }),
    verb<Fault, AddFlags>({
      usage: "add <kind>",
      text: "add a fault: status, latency, reset, lose-response, rate-limit, duplicate-delivery, delay-delivery, reorder-deliveries",
      options: [
        ["--operation <operationId>", null, "operation of the platform, for faults of calls"],
        ["--status <number>", null, "status of the kind status", { parse: wholeNumber(400, 599) }],
        [
          "--header <header>",
          null,
          'header of the kind status, such as "Retry-After: 2"; may be repeated',
          { secret: headerOf, isRepeated: true },
        ],
        ["--requests <number>", null, "calls that a rate-limit lets through", { parse: wholeNumber(1, 1_000_000) }],
        ["--per <duration>", null, "in how much of the world's time, such as PT1M"],
        ["--delay <duration>", null, "how long, such as PT5S"],
        ["--event <name>", null, "only deliveries of this event"],
        ["--times <number>", null, "how many times", { parse: wholeNumber(1, 1_000_000) }],
      ],
      examples: [
        "add lose-response --operation initiateWithdrawal",
        "add status --operation getBalance --status 503 --times 3",
        'add status --operation getBalance --status 429 --header "Retry-After: 2"',
        "add rate-limit --requests 60 --per PT1M",
      ],
      run: ({ client, args: [kind = ""], flags: { operation, status, header, requests, per, delay, event, times } }) =>
        client.faults.add(faultOf(kind, { operation, status, header, requests, per, delay, event, times })),
      show: ({ faultId, kind, times, requests, per }) => fields({ fault: faultId, kind, times, requests, per }),
    }),
    verb({
      usage: "clear",
      text: "remove all faults",
      examples: ["clear"],
      run: ({ client }) => client.faults.removeAll(),
      show: () => "All faults are removed.",
    }),
  ],
};
