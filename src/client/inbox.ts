import type { Message } from "../spec/generated/control-api.ts";
import type { ControlApi } from "./connection.ts";
import { carriedOut } from "./unexpected-answer.ts";

/** Returns the mailbox of a company's responsible person. */
export function inboxOf(control: ControlApi) {
  const messages = async (withdrawId?: string): Promise<Message[]> => {
    const query = withdrawId === undefined ? {} : { withdrawId };
    return (await carriedOut(control.GET("/inbox", { params: { query } }))).messages;
  };
  return {
    /** Returns the messages of one withdrawal, or all, newest first. */
    messages,
    /** Returns the newest code, of one withdrawal or of all. Throws when there is none. */
    async latestCode(withdrawId?: string): Promise<string> {
      const [latest] = await messages(withdrawId);
      if (latest !== undefined) return latest.otpCode;
      throw new Error(`no code was sent${withdrawId === undefined ? "" : ` for the withdrawal ${withdrawId}`}`);
    },
  };
}
