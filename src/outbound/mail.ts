/** An e-mail with a one-time code, as the platform would send it. */
export interface Mail {
  readonly worldId: string;
  readonly withdrawId: string;
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Whom mails come from, if nobody says. The domain is nobody's; servers that look at senders want one of their own. */
export const defaultSender = "Saldo <no-reply@saldo.example.com>";
