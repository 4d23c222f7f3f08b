import { isIP } from "node:net";

/** A mail server and the login for it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. Otherwise the connection is secured if the server offers STARTTLS. */
  readonly secure: boolean;
  readonly login: { readonly user: string; readonly password: string } | null;
}

/** The submission ports. Port 25, between mail servers, is blocked in most networks. */
const usualPort = { "smtp:": 587, "smtps:": 465 };

/** Reads `smtp://user:password@host:port`. The problem never quotes the text, which may contain a password. */
export function parseMailServer(text: string): MailServer | { readonly problem: string } {
  const url = URL.parse(text);
  if (url === null) return { problem: "it is not an address" };
  const { protocol, port, pathname, search, hash } = url;
  if (protocol !== "smtp:" && protocol !== "smtps:") return { problem: "it begins with neither smtp:// nor smtps://" };
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) === 0 && !/^[\w-]+(\.[\w-]+)*\.?$/.test(host)) return { problem: "it names no host" };
  if (port === "0") return { problem: "it names the port 0" };
  if (!["", "/"].includes(pathname) || search !== "" || hash !== "") return { problem: "something follows the port" };
  const login = loginOf(url);
  if (login !== null && "problem" in login) return login;
  return { host, port: port === "" ? usualPort[protocol] : Number(port), secure: protocol === "smtps:", login };
}

/** Returns whether mail must be sent over TLS: a login is never sent in the clear, except on this machine. */
export function mustBeSecured({ host, login }: MailServer): boolean {
  return login !== null && !/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
}

/** Returns the server as logs name it, without the password. */
export function mailServerName({ host, port, secure }: MailServer): string {
  return `${secure ? "smtps" : "smtp"}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

function loginOf({ username, password }: URL): MailServer["login"] | { readonly problem: string } {
  if (username === "" && password === "") return null;
  try {
    const login = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
    if (login.user !== "" && login.password !== "") return login;
    return { problem: "a user name needs a password, and a password a user name" };
  } catch {
    return { problem: "a % in its user name or password is not written %25" };
  }
}
