import type { Logger } from "pino";
import { defaultSender } from "../../outbound/mail.ts";
import { mailServerName } from "../../outbound/mail-server.ts";
import type { Mailer } from "../../outbound/mailer.ts";
import type { Configuration } from "./configuration.ts";

/** Who e-mails codes, if that was asked for. A mail that did not leave is a line of the log, without its code. */
export async function openMailer(
  { smtpUrl: server, smtpFrom: sender = defaultSender }: Configuration,
  logger: Logger,
): Promise<Mailer | undefined> {
  if (server === undefined) return undefined;
  // Loaded only now: most starts send no mail and need not wait for the library.
  const { Mailer } = await import("../../outbound/mailer.ts");
  return new Mailer({ server, sender, onUnsent: (reason, mail) => logger.warn(mail ?? {}, reason) });
}

/** Where codes go beside the mailbox, for the greeting; a password is not in it. */
export function mailLine({ smtpUrl, smtpFrom = defaultSender }: Configuration): string | null {
  return smtpUrl === undefined ? null : `codes go to ${mailServerName(smtpUrl)}, from ${smtpFrom}`;
}
