import type { ControlApi } from "./connection.ts";
import { carriedOut } from "./unexpected-answer.ts";

/** The mailbox of a company's responsible person. Every method throws `UnexpectedAnswer` when the sandbox refuses. */
export class Inbox {
  readonly #control: ControlApi;

  constructor(control: ControlApi) {
    this.#control = control;
  }

  /** Newest first; those of one withdrawal, or all. */
  async messages(withdrawId?: string) {
    const query = withdrawId === undefined ? {} : { withdrawId };
    return (await carriedOut(this.#control.GET("/inbox", { params: { query } }))).messages;
  }

  /** The code that was sent last, of one withdrawal or at all. Throws when there is none. */
  async latestCode(withdrawId?: string): Promise<string> {
    const [latest] = await this.messages(withdrawId);
    if (latest !== undefined) return latest.otpCode;
    throw new Error(`no code was sent${withdrawId === undefined ? "" : ` for the withdrawal ${withdrawId}`}`);
  }
}
