import type { SaldoClient } from "../../../src/client/saldo-client.ts";
import { type CodeRequest, type CodeSource, NoCode, type ReadCode } from "./code-source.ts";

/** The codes of a sandbox: its control plane shows the mailbox of the responsible person. */
export class InboxCodes implements CodeSource {
  readonly #sandbox: Pick<SaldoClient, "inbox" | "company">;

  constructor(sandbox: Pick<SaldoClient, "inbox" | "company">) {
    this.#sandbox = sandbox;
  }

  /** Looks once: the mail is there before the withdrawal's response. */
  async read({ withdrawId, known }: CodeRequest): Promise<ReadCode> {
    const [newest] = await this.#sandbox.inbox.messages(withdrawId);
    if (newest === undefined) throw new NoCode("the sandbox's inbox has no message about the withdrawal", true);
    if (known.includes(newest.otpCode)) {
      throw new NoCode("the newest message in the sandbox's inbox has an older code", true);
    }
    const { responsible } = await this.#sandbox.company.read();
    return { code: newest.otpCode, to: newest.to, responsible: responsible.email };
  }
}
