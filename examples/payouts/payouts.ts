import { type InterfaceApi, interfaceApi } from "saldo/client";

/** A step that the platform rejected; `code` is the platform's reason, if it gave one. */
export class PayoutRefused extends Error {
  readonly code: string | undefined;

  constructor(step: string, status: number, error: unknown) {
    const code = codeOf(error);
    super(`${step} was refused with ${status}${code === undefined ? "" : ` (${code})`}`);
    this.code = code;
  }
}

/** The payouts of a company, as an integrator writes them. */
export class Payouts {
  readonly #platform: InterfaceApi;

  /** `url`: the sandbox or the platform; the code is the same for both. */
  constructor(url: string, apiKey: string) {
    this.#platform = interfaceApi({ url, apiKey });
  }

  /**
   * Opens a withdrawal and returns its identifier. Call it again if no response came: if the platform has opened the
   * withdrawal, this returns it and opens no second one. Throws `PayoutRefused` if one of another amount is open.
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

  /** Confirms it with the code from the e-mail. Returns its new status: `APPROVED` or `PENDING_REVIEW`. */
  async confirm(withdrawId: string, otpCode: string): Promise<string> {
    const { data, error, response } = await this.#platform.POST("/account-balance/withdraw/confirm", {
      body: { withdrawId, otpCode },
    });
    if (data !== undefined) return data.data.status;
    throw new PayoutRefused("the confirmation", response.status, error);
  }

  /** Requests a new code. The previous one must have expired. */
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
