/** Returns why a mail was not sent, to follow "was not sent:". Never quotes the server, which may quote the mail. */
export function mailFailure(error: unknown, server: string): string {
  const { code, command, numbers, detail } = partsOf(error);
  switch (code) {
    case "EAUTH":
      return `${server} does not take the user name and the password${numbers}`;
    case "EENVELOPE":
      return `${refusedPart(command, server)}${numbers}`;
    case "EMESSAGE":
      return `${server} refuses it${numbers}`;
    case "ETIMEDOUT":
      return `${server} does not answer`;
    case "EDNS":
      return `the name in ${server} does not resolve`;
    case "EPROTOCOL":
      if (/^ \([45]/.test(numbers)) return `${server} accepts no mail now${numbers}`;
      return `what answers at ${server} does not speak SMTP`;
    case "ETLS":
      return untrusted(server, "");
    case "ESOCKET":
      if (/CERT|ISSUER|ALTNAME|_TLS_|_SSL_/.test(detail)) return untrusted(server, ` (${detail})`);
      if (detail === "ECONNREFUSED") return `nothing listens at ${server}`;
      return `the connection to ${server} failed${detail === "" ? "" : ` (${detail})`}`;
    case "ECONNECTION":
      return `${server} closed the connection${numbers}`;
    default:
      return `something went wrong on the way to ${server}${code === "" ? "" : ` (${code})`}`;
  }
}

function refusedPart(command: string, server: string): string {
  if (command === "RCPT TO") return `${server} refuses the recipient`;
  if (command === "MAIL FROM") return `${server} refuses the sender`;
  if (command === "DATA") return `${server} refuses it`;
  return `${server} cannot be told such an address`;
}

function untrusted(server: string, detail: string): string {
  return `${server} could not be spoken to by TLS${detail}; a certificate of an authority of your own is trusted with NODE_EXTRA_CA_CERTS`;
}

/** `numbers`: those of the server's reply, as ` (550 5.1.1)`. `detail`: the error code of the operating system or TLS. */
function partsOf(error: unknown) {
  const text = (name: string) => {
    const value: unknown = typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;
    return typeof value === "string" ? value : "";
  };
  const [, reply = "", enhanced] = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})(?!\d))?/.exec(text("response")) ?? [];
  const numbers = reply === "" ? "" : ` (${[reply, enhanced].filter(Boolean).join(" ")})`;
  return { code: text("code"), command: text("command"), numbers, detail: text("originalCode") };
}
