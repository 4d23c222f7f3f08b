import { isIPv4, isIPv6 } from "node:net";
import type { Choices } from "./choices.ts";

/** Whether a webhook may have this URL: what the document forbids, and what else no company delivers to. */
export function isAllowed(text: string, httpsOnly: Choices["httpsOnly"]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username } = new URL(text);
  if (protocol !== "https:" && (protocol !== "http:" || httpsOnly !== "no")) return false;
  if (username !== "" || (httpsOnly === "yes, without a port" && port !== "")) return false;
  const host = hostname.toLowerCase().replace(/\.$/, "");
  if (isIPv6(host.replace(/^\[|\]$/g, ""))) return false;
  if (isIPv4(host)) return !/^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168)\./.test(host);
  const isReserved = /(^|\.)(localhost|local|test|example|invalid|internal|example\.(com|org|net))$/.test(host);
  return host.includes(".") && !isReserved;
}
