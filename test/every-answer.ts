import type { Answer } from "../src/client/answer.ts";
import type { SaldoWorld } from "../src/client/saldo-client.ts";
import { startSandbox } from "../src/testing/start-sandbox.ts";

/** What a sandbox has answered, by operation and outcome: `confirmWithdrawal otp-expired`. */
export type EveryAnswer = ReadonlyMap<string, Pick<Answer, "status" | "body">>;

/**
 * Each answer that an operation of the interface describes, from a world of its own; what the requests need is asked of the
 * control plane, so that it does not matter what the answers look like. Worlds of one seed have the same identifiers.
 */
export async function everyAnswer(): Promise<EveryAnswer> {
  await using sandbox = await startSandbox();
  const answers = new Map<string, Pick<Answer, "status" | "body">>();
  const note: Note = async (name, asked) => {
    const { status, body } = await asked;
    answers.set(name, { status, body });
  };
  await askAsStranger(sandbox, note);
  await askMalformed(sandbox, note);
  await askAboutWebhooks(sandbox, note);
  await askAboutWithdrawals(sandbox, note);
  await askAboutDeactivatedWebhook(sandbox, note);
  return answers;
}

type Note = (name: string, asked: Promise<Answer>) => Promise<void>;

const withdraw = "/account-balance/withdraw";
const long = "x".repeat(65);
const requests = [
  ["getBalance", "GET", "/account-balance"],
  ["initiateWithdrawal", "POST", withdraw, { value: "1" }],
  ["simulateWithdrawalFee", "GET", "/account-balance/withdraw-fee?value=x"],
  ["confirmWithdrawal", "POST", `${withdraw}/confirm`, {}],
  ["resendOtp", "POST", `${withdraw}/resend-otp`, {}],
  ["cancelWithdrawal", "POST", `${withdraw}/cancel`, {}],
  ["listWithdrawals", "GET", "/account-balance/withdrawals"],
  ["createWebhook", "POST", "/webhook", {}],
  ["listWebhooks", "GET", "/webhook"],
  ["listWebhookEvents", "GET", "/webhook/events"],
  ["replaceWebhook", "PUT", `/webhook/${long}`],
  ["updateWebhook", "PATCH", `/webhook/${long}`],
  ["deleteWebhook", "DELETE", `/webhook/${long}`],
  ["listWebhookLogs", "GET", `/webhook/${long}/logs`],
  ["testWebhook", "POST", `/webhook/${long}/test`],
] as const;
const withoutInput = ["getBalance", "listWithdrawals", "listWebhooks", "listWebhookEvents"];

async function askAsStranger({ as }: SaldoWorld, note: Note): Promise<void> {
  for (const [operationId, method, path, body] of requests) {
    await note(`${operationId} unauthorized`, as(null)(method, path, body));
  }
}

async function askMalformed({ ask }: SaldoWorld, note: Note): Promise<void> {
  for (const [operationId, method, path, body] of requests) {
    if (!withoutInput.includes(operationId)) await note(`${operationId} request-malformed`, ask(method, path, body));
  }
  const type = { "content-type": "text/plain" };
  await note("initiateWithdrawal media-type-unsupported", ask("POST", withdraw, { value: 1 }, type));
  await note("createWebhook media-type-unsupported", ask("POST", "/webhook", {}, type));
  await note("x-responses route-unknown", ask("GET", "/nope"));
  await note("x-responses method-not-allowed", ask("DELETE", "/account-balance"));
}

async function askAboutWebhooks({ ask }: SaldoWorld, note: Note): Promise<void> {
  const webhook = { url: "https://hooks.acme.dev/saldo", name: "A", events: ["withdraw.completed"] };
  await note("createWebhook webhook-created", ask("POST", "/webhook", webhook));
  const local = { ...webhook, url: "http://localhost/" };
  await note("createWebhook webhook-url-not-allowed", ask("POST", "/webhook", local));
  await note("createWebhook webhook-event-unknown", ask("POST", "/webhook", { ...webhook, events: ["nope"] }));
  await note("listWebhooks webhooks-listed", ask("GET", "/webhook"));
  await note("listWebhookEvents webhook-events-listed", ask("GET", "/webhook/events"));
  const path = `/webhook/${await webhookId(ask)}`;
  await note("replaceWebhook not-allowed-with-api-key", ask("PUT", path));
  await note("updateWebhook not-allowed-with-api-key", ask("PATCH", path));
  await note("deleteWebhook not-allowed-with-api-key", ask("DELETE", path));
  await note("testWebhook test-delivery-triggered", ask("POST", `${path}/test`));
  await note("testWebhook webhook-unknown", ask("POST", "/webhook/nope/test"));
  await note("listWebhookLogs webhook-unknown", ask("GET", "/webhook/nope/logs"));
}

async function askAboutWithdrawals({ ask }: SaldoWorld, note: Note): Promise<void> {
  const initiate = (value: number) => ask("POST", withdraw, { value });
  await note("getBalance balance-read", ask("GET", "/account-balance"));
  await note("simulateWithdrawalFee fee-simulated", ask("GET", "/account-balance/withdraw-fee"));
  await note("initiateWithdrawal withdrawal-below-minimum", initiate(250));
  await note("initiateWithdrawal insufficient-balance", initiate(200_000));
  await note("initiateWithdrawal initiated", initiate(50_000));
  await note("initiateWithdrawal withdrawal-already-open", initiate(50_000));
  const first = await newestCode(ask);
  const named = { withdrawId: first.withdrawId };
  const unknown = { withdrawId: "nope" };
  const confirm = (otpCode: string) => ask("POST", `${withdraw}/confirm`, { ...named, otpCode });
  const resend = (body: object) => ask("POST", `${withdraw}/resend-otp`, body);
  await note("resendOtp otp-still-valid", resend(named));
  const wrong = first.otpCode === "000000" ? "000001" : "000000";
  for (let attempt = 0; attempt < 5; attempt += 1) await note("confirmWithdrawal otp-incorrect", confirm(wrong));
  await note("confirmWithdrawal otp-blocked", confirm(first.otpCode));
  await advance(ask, "PT5M");
  await note("resendOtp code-resent", resend(named));
  const second = await newestCode(ask);
  await advance(ask, "PT5M");
  await note("confirmWithdrawal otp-expired", confirm(second.otpCode));
  await resend(named);
  await note("confirmWithdrawal code-accepted", confirm((await newestCode(ask)).otpCode));
  await note("confirmWithdrawal withdrawal-not-awaiting-otp", confirm(wrong));
  await note("resendOtp withdrawal-not-awaiting-otp", resend(named));
  const cancel = (body: object) => ask("POST", `${withdraw}/cancel`, body);
  await note("cancelWithdrawal withdrawal-not-cancellable", cancel(named));
  await note("cancelWithdrawal withdrawal-unknown", cancel(unknown));
  await note("resendOtp withdrawal-unknown", resend(unknown));
  const confirmUnknown = ask("POST", `${withdraw}/confirm`, { ...unknown, otpCode: wrong });
  await note("confirmWithdrawal withdrawal-unknown", confirmUnknown);
  await initiate(50_000);
  await note("cancelWithdrawal cancelled", cancel({ withdrawId: (await newestCode(ask)).withdrawId }));
  await note("listWithdrawals withdrawals-listed", ask("GET", "/account-balance/withdrawals"));
}

/** No receiver is at the webhook's URL, so that it is deactivated once the withdrawal's attempts are used up. */
async function askAboutDeactivatedWebhook({ ask }: SaldoWorld, note: Note): Promise<void> {
  const path = `/webhook/${await webhookId(ask)}`;
  await advance(ask, "PT10M");
  await note("testWebhook webhook-inactive", ask("POST", `${path}/test`));
  await note("listWebhookLogs delivery-log-listed", ask("GET", `${path}/logs`));
}

async function newestCode(ask: SaldoWorld["ask"]): Promise<{ withdrawId: string; otpCode: string }> {
  const inbox = await ask("GET", "/sandbox/inbox");
  return { withdrawId: inbox.text("messages.0.withdrawId"), otpCode: inbox.text("messages.0.otpCode") };
}

async function webhookId(ask: SaldoWorld["ask"]): Promise<string> {
  return (await ask("GET", "/sandbox/webhooks")).text("webhooks.0.webhookId");
}

async function advance(ask: SaldoWorld["ask"], by: string): Promise<void> {
  const advanced = await ask("POST", "/sandbox/clock/advance", { by });
  if (advanced.status !== 200) throw new Error(`the clock was not advanced: ${JSON.stringify(advanced.body)}`);
}
