import type { ConnectionOptions } from "node:tls";
import type { OptionSpec } from "./option.ts";
import { address, filePath } from "./option-values.ts";
import type { Output } from "./output.ts";
import { orUserError, UserError } from "./user-error.ts";

/** What tells a command how to reach a running sandbox. */
export interface WayChoice {
  readonly url?: string;
  readonly clientCert?: string;
  readonly clientKey?: string;
}

/** `tls` is undefined where Node's own settings do. */
export interface SandboxWay {
  readonly url: string;
  readonly tls: ConnectionOptions | undefined;
}

export const WAY_OPTIONS: readonly OptionSpec[] = [
  [
    "--url <address>",
    "address of the sandbox; this machine at PORT or 4400 if unset",
    { env: "SALDO_URL", secret: address("http://127.0.0.1:4400") },
  ],
  [
    "--client-cert <file>",
    "certificate, as PEM, for a sandbox that asks clients for one",
    { env: "SALDO_CLIENT_CERT", secret: filePath },
  ],
  ["--client-key <file>", "private key of that certificate, as PEM", { env: "SALDO_CLIENT_KEY", secret: filePath }],
];

/**
 * Returns the way to the sandbox that a command names. Without an address it is the one that `saldo start` starts with
 * the same variables, and its own certificate is trusted. Throws `UserError`.
 */
export async function wayToSandbox(
  { url, clientCert, clientKey }: WayChoice,
  { stderr }: Pick<Output, "stderr">,
): Promise<SandboxWay> {
  const warn = (text: string) => void stderr.write(`warning: ${text}\n`);
  const { SALDO_TLS_CERT: ownFile } = process.env;
  const isOwnSecure = url === undefined && ownFile !== undefined;
  const given = url ?? `${isOwnSecure ? "https" : "http"}://127.0.0.1:${ownPort()}`;
  const tls = {
    ...(isOwnSecure && (await trustIn(ownFile))),
    ...(await clientPair(clientCert, clientKey, warn)),
  };
  return { url: rootOf(given), tls: Object.keys(tls).length === 0 ? undefined : tls };
}

/** The interface is below `/v1`, too, but the control plane is not. */
export function rootOf(url: string): string {
  return url.replace(/\/v1$/, "");
}

/** Returns the port of `saldo start` with the same variables. Throws `UserError`. */
export function ownPort(): number {
  const { PORT: text = "4400" } = process.env;
  const number = Number(text);
  if (/^\d{1,5}$/.test(text) && number > 0 && number <= 65_535) return number;
  throw new UserError(`the variable PORT names no port of a sandbox. Allowed is 1 to 65535, or give --url <address>`);
}

async function trustIn(file: string): Promise<ConnectionOptions> {
  const { trustInFile } = await import("../http/security/tls-files.ts");
  return orUserError(() => trustInFile(file));
}

async function clientPair(
  cert: string | undefined,
  key: string | undefined,
  warn: (text: string) => void,
): Promise<ConnectionOptions> {
  if (cert === undefined && key === undefined) return {};
  if (cert === undefined || key === undefined)
    throw new UserError("--client-cert (SALDO_CLIENT_CERT) and --client-key (SALDO_CLIENT_KEY) need each other.");
  const { readKeyPair } = await import("../http/security/tls-files.ts");
  return { ...(await orUserError(() => readKeyPair({ cert, key }, warn))) };
}
