import { createServer, type Server } from "node:http";
import { json } from "node:stream/consumers";
import { SaldoClient } from "../../src/client/saldo-client.ts";

interface Payout {
  readonly reference: string;
  readonly cents: number;
  withdrawId: string | null;
  state: "paid" | "failed" | "underWay";
}

/** A payout client as it is often written. Its bug: a confirmation without an answer counts as a failure. */
class PayoutClient {
  readonly #platform: SaldoClient;
  readonly payouts: Payout[] = [];

  constructor(url: string, apiKey: string) {
    this.#platform = new SaldoClient({ url, apiKey });
  }

  async payOut(reference: string, cents: number): Promise<void> {
    const payout: Payout = { reference, cents, withdrawId: null, state: "underWay" };
    await this.#adopt();
    const answer = await this.#platform.ask("POST", "/account-balance/withdraw", { value: cents }).catch(() => null);
    if (answer !== null && answer.status < 500 && answer.status !== 201) return;
    if (answer?.status === 201) payout.withdrawId = answer.text("data.withdrawId");
    this.payouts.push(payout);
  }

  async confirm(otpCode: string): Promise<void> {
    await this.#adopt();
    const payout = this.payouts.find(({ state, withdrawId }) => state === "underWay" && withdrawId !== null);
    if (payout === undefined) return;
    const { withdrawId } = payout;
    try {
      const { status } = await this.#platform.ask("POST", "/account-balance/withdraw/confirm", { withdrawId, otpCode });
      if (status === 422) await this.#platform.ask("POST", "/account-balance/withdraw/resend-otp", { withdrawId });
    } catch {
      payout.state = "failed";
    }
  }

  /** Reads the history: what was opened without an answer, and how what is open has ended. */
  async #adopt(): Promise<void> {
    const answer = await this.#platform.ask("GET", "/account-balance/withdrawals");
    const listed = answer.at("data");
    if (!Array.isArray(listed)) return;
    for (const payout of this.payouts.filter(({ state }) => state === "underWay")) {
      const known = this.payouts.map((one) => one.withdrawId);
      const found =
        listed.find((one) => one.withdrawId === payout.withdrawId) ??
        listed.find((one) => one.value === payout.cents && !known.includes(one.withdrawId));
      payout.withdrawId ??= found?.withdrawId ?? null;
      if (found?.status === "CONFIRMED") payout.state = "paid";
      if (found === undefined || ["FAILED", "CANCELLED"].includes(found.status)) payout.state = "failed";
    }
  }

  settle(): Promise<void> {
    return this.#adopt();
  }
}

/** Serves the client for a drill: POST /begin, POST /payouts, POST /codes, POST /settle, GET /books. */
export function servePayoutClient(port: number): Server {
  let client = new PayoutClient("", "");
  const work: Readonly<Record<string, (given: Readonly<Record<string, string>>) => unknown>> = {
    "POST /begin": ({ url = "", apiKey = "" }) => {
      client = new PayoutClient(url, apiKey);
    },
    "POST /payouts": ({ reference = "", cents }) => client.payOut(reference, Number(cents)),
    "POST /codes": ({ code = "" }) => client.confirm(code),
    "POST /settle": () => client.settle(),
    "GET /books": () => ({ payouts: client.payouts }),
  };
  return createServer(async (request, response) => {
    try {
      const given = request.method === "POST" ? await json(request) : {};
      const told = await work[`${request.method} ${request.url}`]?.({ ...Object(given) });
      response.end(JSON.stringify(told ?? null));
    } catch (error) {
      response.writeHead(503).end(String(error));
    }
  }).listen(port, "127.0.0.1");
}

/** The drill file of the client. */
export function drillFileOf(port: number): string {
  const at = `http://127.0.0.1:${port}`;
  return `
begin: { do: POST ${at}/begin, body: { url: $url, apiKey: $apiKey } }
acts:
  payout:
    do: POST ${at}/payouts
    body: { reference: $reference, cents: $cents }
    with: { cents: { min: 500, max: 30000 } }
  code: { do: POST ${at}/codes, body: { code: $code }, with: { code: code } }
settle: { do: POST ${at}/settle, body: {} }
books: GET ${at}/books
`;
}
