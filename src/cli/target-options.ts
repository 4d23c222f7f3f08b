import { notListening } from "./not-listening.ts";
import type { OptionSpec } from "./option.ts";
import { address, listenHost, port, typedSecret } from "./option-values.ts";
import type { UserError } from "./user-error.ts";

/** What tells a command which sandbox or deployment to use, and where that reaches this machine. */
export interface TargetChoice {
  readonly url?: string;
  readonly container?: string;
  readonly apiKey?: string;
  readonly adminToken?: string;
  readonly receiverHost: string;
  readonly receiverPort: number;
  readonly receiverUrl?: string;
}

/** Returns the options for what a run uses. `text` describes --url. */
export function targetOptions(text: string, example: string): readonly OptionSpec[] {
  const tokenText = "admin token of a shared sandbox";
  return [
    ["--url <address>", text, { secret: address(example) }],
    ["--container <image>", "image to start with Docker for the run"],
    ["--admin-token <token>", tokenText, { env: "SALDO_ADMIN_TOKEN", secret: typedSecret }],
  ];
}

/** Returns the error of a run whose webhook receiver cannot listen. */
export function receiverNotListening(error: unknown, host: string, port: number): UserError {
  return notListening(error, { host, port, hostNames: "--receiver-host", portNames: "--receiver-port" });
}

/** The options for the webhook receiver that a run starts. */
export const RECEIVER_OPTIONS: readonly OptionSpec[] = [
  [
    "--receiver-host <address>",
    "address where the webhook receiver listens",
    { standard: "127.0.0.1", parse: listenHost },
  ],
  ["--receiver-port <number>", "port of the receiver; 0 is any free port", { standard: 0, parse: port }],
  [
    "--receiver-url <address>",
    "address where the target reaches the receiver",
    { secret: address("https://hooks.acme.dev") },
  ],
];
