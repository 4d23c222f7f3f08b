/** A withdrawal as the platform lists it. Amounts in cents. */
export interface Withdrawal {
  readonly withdrawId: string;
  readonly status: "CREATED" | "PENDING_REVIEW" | "APPROVED" | "CONFIRMED" | "FAILED" | "CANCELLED";
  readonly value: number;
  readonly fee: number;
  readonly endToEndId?: string;
}

/** `status` is null where no answer came: then the platform may have done what it was told, or not. */
export interface Answer<T> {
  readonly status: number | null;
  readonly data: T | undefined;
}

/** The platform could not be read. Try again later. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** Longer than the platform takes. */
const TIMEOUT_MS = 10_000;

export interface Connection {
  readonly url: string;
  readonly apiKey: string;
}

export class Platform {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async call<T>(method: string, path: string, body?: object): Promise<Answer<T>> {
    const { url, apiKey } = this.#connection;
    try {
      const response = await fetch(url + path, {
        method,
        headers: { "x-api-key": apiKey, ...(body && { "content-type": "application/json" }) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body && { body: JSON.stringify(body) }),
      });
      const { data } = JSON.parse(await response.text());
      return { status: response.status, data };
    } catch {
      return { status: null, data: undefined };
    }
  }

  withdrawals(): Promise<readonly Withdrawal[]> {
    return this.#read("/account-balance/withdrawals");
  }

  balance(): Promise<{ readonly balance: number; readonly reservedBalance: number }> {
    return this.#read("/account-balance");
  }

  async #read<T>(path: string): Promise<T> {
    const { status, data } = await this.call<T>("GET", path);
    if (status === 200 && data !== undefined) return data;
    throw new Unreadable(`GET ${path} was answered with ${status ?? "nothing"}`);
  }
}
