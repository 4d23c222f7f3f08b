import { inventedId } from "./odd-requests.ts";
import { story } from "./story.ts";

/** Spellings of addresses that must not be posted to, beside the documented ones. */
const oddUrls = [
  "https://user:secret@hooks.saldo.dev/",
  "http://intranet/",
  "https://hooks.invalid/",
  "https://hooks.example.org/",
  "http://[::ffff:10.0.0.1]/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://169.254.10.20/",
  "http://[fd00::1]/",
];

/** Creates a webhook, tries what is rejected around it, and tests it while its receiver fails. */
export const oddWebhooks = story(
  "odd requests about webhooks",
  ["webhooks", "receiver"],
  { webhooks: 2, waitMs: 8_000 },
  async (stage) => {
    const { account } = stage;
    const hook = await stage.hook(["charge.expired"], (nth) => ({ status: [500, 302, 404][nth - 1] ?? 500 }));
    const create = (members: Record<string, unknown>) => account.call("createWebhook", members);
    const { members } = hook.creation.request;
    await create({});
    await create({ ...namedLike(members, "http://localhost/saldo-contract", ["charge.paid"]) });
    await create({ ...namedLike(members, "https://contracts.saldo.dev/hooks", ["saldo.contract"]) });
    const id = await hook.id();
    await account.call("listWebhooks");
    for (const operation of ["replaceWebhook", "updateWebhook"]) await account.call(operation, { name: "x" }, { id });
    await account.call("deleteWebhook", {}, { id });
    await account.call("testWebhook", {}, { id: inventedId() });
    await hook.test();
    await hook.receives(1, 10_000);
    await hook.log();
    await account.clock.pass(8_000);
    await hook.log();
    // One that is taken stays behind, so that the first says enough.
    for (const url of oddUrls) {
      const call = await create(namedLike(members, url, ["charge.received"]));
      if (call.response !== undefined && call.response.status < 300) return;
    }
  },
);

/** The parts of a webhook under the names that were taken before. */
function namedLike(taken: Readonly<Record<string, unknown>>, url: string, events: readonly string[]) {
  return Object.fromEntries(
    Object.entries(taken).map(([name, value]) => {
      if (Array.isArray(value)) return [name, events];
      return [name, String(value).startsWith("http") ? url : value];
    }),
  );
}
