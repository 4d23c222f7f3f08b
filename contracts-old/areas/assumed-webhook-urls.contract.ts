import { Account } from "../run/account.ts";
import { assumption } from "../run/contract.ts";

/** Beside the documented ones, which have clauses of their own. */
const refusedUrls = [
  "https://user:secret@hooks.saldo.dev/",
  "http://intranet/",
  "https://hooks.invalid/",
  "https://hooks.example/",
  "https://hooks.example.org/",
  "http://0.0.0.0/",
  "http://[::1]/",
  "http://[::ffff:10.0.0.1]/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://0177.0.0.1/",
  "http://localhost./",
  "http://169.254.10.20/",
  "http://100.64.0.1/",
  "http://224.0.0.1/",
  "http://[fc00::1]/",
  "http://[fe80::1]/",
];

/** On a real account each that is taken would leave a webhook behind, so that the first one says enough. */
assumption(
  "behaviour.webhook-urls",
  async (run) => {
    const account = await Account.begin(run);
    for (const url of refusedUrls) {
      const { isSuccess } = await account.createWebhook(url, ["charge.received"]);
      run.saw("webhook-urls", isSuccess && `a webhook can be created for ${url}`);
      if (isSuccess && account.control === undefined) return;
    }
  },
  async (run) => {
    const account = await Account.ofNewWorld(run);
    const { status, isSuccess } = await account.createWebhook("http://hooks.saldo.dev/", ["charge.received"]);
    run.saw("webhook-urls", !isSuccess && `a webhook for an URL of plain http is refused with ${status}`);
  },
);
