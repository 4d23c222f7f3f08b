import type { BodyOf } from "../../client/connection.ts";
import type { SaldoClient } from "../../client/saldo-client.ts";
import { wholeNumber } from "../option-values.ts";
import { fields, table } from "./table.ts";
import { type Noun, verb } from "./verb.ts";

type Fault = Awaited<ReturnType<SaldoClient["faults"]["list"]>>[number];

interface AddFlags {
  readonly operation?: string;
  readonly status?: number;
  readonly delay?: string;
  readonly event?: string;
  readonly times?: number;
}

/** The sandbox checks which of them the kind takes, and says what is allowed. */
function faultOf(kind: string, { operation, ...rest }: AddFlags): BodyOf<"addFault"> {
  const fault = { kind, ...rest, ...(operation !== undefined && { operationId: operation }) };
  return JSON.parse(JSON.stringify(fault));
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
            ["OF", (fault) => ("operationId" in fault ? fault.operationId : "event" in fault ? fault.event : null)],
            ["LEFT", ({ remaining }) => remaining],
          ],
          "No faults.",
        ),
    }),
    verb<Fault, AddFlags>({
      usage: "add <kind>",
      text: "add a fault: status, latency, reset, lose-response, duplicate-delivery, delay-delivery, reorder-deliveries",
      options: [
        ["--operation <operationId>", null, "operation of the platform, for faults of calls"],
        ["--status <number>", null, "status of the kind status", { parse: wholeNumber(400, 599) }],
        ["--delay <duration>", null, "how long, such as PT5S"],
        ["--event <name>", null, "only deliveries of this event"],
        ["--times <number>", null, "how many times", { parse: wholeNumber(1, 1_000_000) }],
      ],
      examples: [
        "add lose-response --operation initiateWithdrawal",
        "add status --operation getBalance --status 503 --times 3",
      ],
      run: ({ client, args: [kind = ""], flags: { operation, status, delay, event, times } }) =>
        client.faults.add(faultOf(kind, { operation, status, delay, event, times })),
      show: ({ faultId, kind, remaining }) => fields({ fault: faultId, kind, times: remaining }),
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
