import { type InterfaceApi, interfaceApi } from "saldo/client";

/** A withdrawal that the platform did not take; `code` is its own word for why, where it has one. */
export class PayoutRefused extends Error {
  readonly code: string | undefined;

  constructor(step: string, status: number, error: unknown) {
    const code = codeOf(error);
    super(`${step} was refused with ${status}${code === undefined ? "" : ` (${code})`}`);
    this.code = code;
  }
}

/** The payouts of a company: what an integrator writes. */
export class Payouts {
  readonly #platform: InterfaceApi;

  /** `url`: the sandbox, or the platform; for the program it is the same. */
  constructor(url: string, apiKey: string) {
    this.#platform = interfaceApi({ url, apiKey });
  }

  /**
   * Opens a withdrawal, and answers with its identifier. Can be repeated when no answer came: if the platform has opened
   * it all the same, it is that one, and never a second. One of another amount is somebody else's, and is refused.
   */
  async begin(valueCents: number): Promise<string> {
    const { data, error, response } = await this.#platform.POST("/account-balance/withdraw", {
      body: { value: valueCents },
    });
    if (data !== undefined) return data.data.withdrawId;
    const openId = response.status === 409 && "withdrawId" in error.data ? error.data.withdrawId : undefined;
    if (openId !== undefined && (await this.#valueOf(openId)) === valueCents) return openId;
    throw new PayoutRefused("the withdrawal", response.status, error);
  }

  /** Confirms it with the code that came by e-mail; its state from then on: `APPROVED` or `PENDING_REVIEW`. */
  async confirm(withdrawId: string, otpCode: string): Promise<string> {
    const { data, error, response } = await this.#platform.POST("/account-balance/withdraw/confirm", {
      body: { withdrawId, otpCode },
    });
    if (data !== undefined) return data.data.status;
    throw new PayoutRefused("the confirmation", response.status, error);
  }

  /** Asks for a new code; possible when the one before has expired. */
  async resendCode(withdrawId: string): Promise<void> {
    const { error, response } = await this.#platform.POST("/account-balance/withdraw/resend-otp", {
      body: { withdrawId },
    });
    if (!response.ok) throw new PayoutRefused("a new code", response.status, error);
  }

  async #valueOf(withdrawId: string): Promise<number | undefined> {
    const { data } = await this.#platform.GET("/account-balance/withdrawals");
    return data?.data.find((withdrawal) => withdrawal.withdrawId === withdrawId)?.value;
  }
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("data" in error)) return undefined;
  const { data } = error;
  return typeof data === "object" && data !== null && "code" in data ? String(data.code) : undefined;
}
