/** A mailbox that can be reached, and which of its messages matter. */
export interface ImapAccount {
  readonly host: string;
  readonly port: number;
  /** `tls` from the first byte; `starttls`, without which it is not spoken to; or `none`, with the password in the clear. */
  readonly encryption: "tls" | "starttls" | "none";
  readonly user: string;
  readonly password: string;
  readonly mailbox: string;
  /** What must occur in the header of that name, however it is cased. */
  readonly filters: { readonly subject?: string; readonly from?: string; readonly to?: string };
}

type Parsed = { readonly account: ImapAccount } | { readonly problem: string };

const parameters = ["subject", "from", "to", "encryption"];
const defaultPorts: Readonly<Record<string, number>> = { "imaps:": 993, "imap:": 143 };

/**
 * Reads the address of a mailbox:
 *
 *     imaps://user:password@host[:993][/mailbox][?subject=…&from=…&to=…]
 *     imap://user:password@host[:143][/mailbox][?…&encryption=none]
 *
 * `imaps` is encrypted from the beginning. `imap` becomes so by STARTTLS and gives up where the server has none; but with
 * `encryption=none`, or on this machine, it stays as it is. The mailbox is INBOX if none is named. Characters that mean
 * something in a URL are percent-encoded, in the password too: `p@ss/word` is `p%40ss%2Fword`. Of a user with an @,
 * such as `tests@example.com`, it need not be.
 *
 * A problem never repeats anything of the text: where a password was not encoded, any part of the URL may be a part of it.
 */
export function parseImapAccount(text: string): Parsed {
  const url = URL.parse(text);
  const defaultPort = defaultPorts[url?.protocol ?? ""];
  if (url === null || defaultPort === undefined) {
    return {
      problem: "it must be a URL that begins with imaps:// or imap://, its special characters percent-encoded.",
    };
  }
  const decoded = decodedParts(url);
  const problem = decoded === null ? "its percent-encoding is not valid UTF-8." : problemOf(url, decoded);
  if (decoded === null || problem !== null) return { problem: problem ?? "" };

  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port === "" ? defaultPort : Number(url.port);
  const filters = Object.fromEntries([...parametersOf(url)].filter(([name]) => name !== "encryption"));
  return { account: { host, port, encryption: encryptionOf(url, host), ...decoded, filters } };
}

type DecodedParts = Pick<ImapAccount, "user" | "password" | "mailbox">;

function decodedParts(url: URL): DecodedParts | null {
  try {
    const mailbox = decodeURIComponent(url.pathname.replace(/^\//, ""));
    return {
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      mailbox: mailbox === "" ? "INBOX" : mailbox,
    };
  } catch {
    return null;
  }
}

function problemOf(url: URL, decoded: DecodedParts): string | null {
  if (url.hostname === "" || decoded.user === "" || decoded.password === "") {
    return "it must have a user, a password and a host, their special characters percent-encoded.";
  }
  // Behind the host there is an @ or a # when a password was not encoded: then the rest of it would pass for a mailbox.
  if (url.pathname.includes("@") || url.hash !== "") return "an @ or # behind the host must be percent-encoded.";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would end a line of the protocol.
  if (/[\x00-\x1f\x7f]/.test(`${decoded.user}${decoded.password}${decoded.mailbox}`)) {
    return "it must have no control characters.";
  }
  return problemOfParameters(url);
}

/** A plus is one, for addresses have it (`tests+saldo@example.com`); a space is %20. */
function parametersOf({ search }: URL): URLSearchParams {
  return new URLSearchParams(search.replaceAll("+", "%2B"));
}

function problemOfParameters(url: URL): string | null {
  const given = parametersOf(url);
  const names = [...given.keys()];
  if (names.some((name) => !parameters.includes(name)) || new Set(names).size < names.length) {
    return `behind the ? there may be ${parameters.join(", ")}, each once.`;
  }
  if ([...given.values()].some((value) => value === "")) return "what stands behind the ? must have values.";
  const encryption = given.get("encryption");
  if (encryption !== null && (encryption !== "none" || url.protocol !== "imap:")) {
    return "encryption can only be none, and only of imap://.";
  }
  return null;
}

function encryptionOf(url: URL, host: string): ImapAccount["encryption"] {
  if (url.protocol === "imaps:") return "tls";
  return url.searchParams.get("encryption") === "none" || /^(localhost|127\.[\d.]+|::1)$/i.test(host)
    ? "none"
    : "starttls";
}
