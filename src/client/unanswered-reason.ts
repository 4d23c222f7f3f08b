/** What OpenSSL calls an answer over plain HTTP. */
const NO_TLS = ["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG", "EPROTO"];

/** Returns why a server gave no answer, and what to change in its address if that is the reason. */
export function unansweredReason(url: string, cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const reason = cause.message || cause.name;
  const code = "code" in cause ? String(cause.code) : "";
  const isSecure = url.startsWith("https:");
  if (isSecure && NO_TLS.includes(code) && !reason.includes("alert"))
    return "the server there does not speak HTTPS; write http:// in the address";
  if (reason === "bad port") return "fetch and browsers refuse this port; choose another one";
  // Node's `fetch` hides the alert with which a server refuses a client that has no certificate.
  if (code !== "UND_ERR_SOCKET" && code !== "ECONNRESET") return reason;
  return isSecure
    ? `${reason}. A server that needs a client certificate closes like this`
    : `${reason}. A server that speaks HTTPS closes like this; write https:// for it`;
}
