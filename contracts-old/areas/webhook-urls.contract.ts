import { Account } from "../run/account.ts";
import { contract } from "../run/contract.ts";
import { openHook } from "../run/hook.ts";
import type { Run } from "../run/run.ts";

contract("webhook-urls.localhost", async (run) => {
  await mustRefuse(run, ["https://localhost/hooks", "http://localhost:3000/hooks"]);
});

contract("webhook-urls.private-10", async (run) => {
  await mustRefuse(run, ["https://10.0.0.1/hooks", "http://10.20.30.40/hooks", "https://10.255.255.254/hooks"]);
});

contract("webhook-urls.private-172", async (run) => {
  await mustRefuse(run, ["https://172.16.0.1/hooks", "http://172.24.10.20/hooks", "https://172.31.255.254/hooks"]);
});

contract("webhook-urls.private-192-168", async (run) => {
  await mustRefuse(run, ["https://192.168.0.1/hooks", "http://192.168.10.20/hooks", "https://192.168.255.254/hooks"]);
});

contract("webhook-urls.example-com", async (run) => {
  await mustRefuse(run, ["https://example.com/hooks", "http://example.com/hooks"]);
});

contract("webhook-urls.test-domain", async (run) => {
  await mustRefuse(run, ["https://saldo.test/hooks", "http://hooks.saldo.test/hooks"]);
});

contract("webhook-urls.local-domain", async (run) => {
  await mustRefuse(run, ["https://saldo.local/hooks", "http://hooks.saldo.local/hooks"]);
});

/** They are refused for what they are: another URL, sent in the same way, is not. */
async function mustRefuse(run: Run, urls: readonly string[]): Promise<void> {
  await run.once("a URL that is allowed", async () => {
    await openHook(await Account.begin(run), ["charge.paid"]);
  });
  const account = await Account.begin(run);
  for (const url of urls) {
    (await account.createWebhook(url, ["charge.paid"])).refused("webhook-url-not-allowed", { url });
  }
}
