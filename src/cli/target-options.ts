import { type Command, InvalidArgumentError, Option } from "commander";
import { addressParser } from "./address.ts";
import { headerSecret, SecretOption } from "./secret-option.ts";

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

/** Returns the options for what a run is held against. `url` describes the flag of that name. */
export function targetOptions(command: Command, url: string, example: string): readonly Option[] {
  const adminToken = "of a shared sandbox, whose worlds only its administrator makes";
  return [
    SecretOption.of(command, "--url <address>", url, addressParser(example)),
    new Option("--container <image>", "a container of this image, started with Docker for the run"),
    SecretOption.of(command, "--admin-token <token>", adminToken, headerSecret).env("SALDO_ADMIN_TOKEN"),
  ];
}

/** Returns the options for the receiver of webhooks that a run starts. */
export function receiverOptions(command: Command): readonly Option[] {
  const parseAddress = addressParser("https://hooks.acme.dev");
  return [
    new Option("--receiver-host <address>", "where the webhook receiver listens").default("127.0.0.1"),
    new Option("--receiver-port <number>", "on which port; 0 is any free one").argParser(port).default(0),
    SecretOption.of(command, "--receiver-url <address>", "where the target reaches the receiver", parseAddress),
  ];
}

/** Parses the number of a port. */
export function port(text: string): number {
  const number = Number(text);
  if (/^\d{1,5}$/.test(text) && number <= 65_535) return number;
  throw new InvalidArgumentError("Allowed is a whole number from 0 (any free port) to 65535.");
}
