import type { inboxOf } from "../../../src/client/inbox.ts";
import type { companyOf } from "../../../src/client/settings.ts";
import { type CodeRequest, type CodeSource, NoCode, type ReadCode } from "./code-source.ts";

/** The codes of a sandbox: its control plane shows the mailbox of the responsible person. */
export class InboxCodes implements CodeSource {
  readonly #inbox: ReturnType<typeof inboxOf>;
  readonly #company: Pick<ReturnType<typeof companyOf>, "read">;

  constructor(inbox: ReturnType<typeof inboxOf>, company: Pick<ReturnType<typeof companyOf>, "read">) {
    this.#inbox = inbox;
    this.#company = company;
  }

  /** Looks once: the mail is there before the withdrawal's response. */
  async read({ withdrawId, known }: CodeRequest): Promise<ReadCode> {
    const [newest] = await this.#inbox.messages(withdrawId);
    if (newest === undefined) throw new NoCode("the sandbox's inbox has no message about the withdrawal", true);
    if (known.includes(newest.otpCode)) {
      throw new NoCode("the newest message in the sandbox's inbox has an older code", true);
    }
    const { responsible } = await this.#company.read();
    return { code: newest.otpCode, to: newest.to, responsible: responsible.email };
  }
}
