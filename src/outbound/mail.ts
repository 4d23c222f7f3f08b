/** An e-mail with a one-time code, as the platform would send it. */
export interface Mail {
  readonly worldId: string;
  readonly withdrawId: string;
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The default sender. Its domain has no owner; servers that check senders need a real one. */
export const defaultSender = "Saldo <no-reply@saldo.example.com>";
