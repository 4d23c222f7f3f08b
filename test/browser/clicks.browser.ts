import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SaldoClient } from "../../src/client/saldo-client.ts";
import { freePort } from "../free-port.ts";
import { openSaldo } from "./opened-page.ts";
import { User } from "./user.ts";

/** What people do every day, the clicks from the first screen or from the thing that it is about, and how. */
const tasks: readonly (readonly [task: string, clicks: number, does: (user: User) => Promise<void>])[] = [
  [
    "the first confirmed withdrawal",
    3,
    async (user) => {
      await user.goTo("withdrawals");
      await user.press(user.texts.withdrawals.open);
      await user.press(user.texts.withdrawals.confirm);
      await user.page.locator(".detail").getByText(user.texts.withdrawals.states.APPROVED).waitFor();
    },
  ],
  [
    "five wrong codes, blocked, unblocked, confirmed",
    4,
    async (user) => {
      const { wrongCodes, blocked, toExpiry, resend, confirm, states } = user.texts.withdrawals;
      await user.open(`withdrawals/${await openWithdrawal(user.client)}`);
      await user.press(wrongCodes(5));
      await user.page.locator(".code-box").getByText(blocked).waitFor();
      await user.press(toExpiry);
      await user.press(resend);
      await user.press(confirm);
      await user.page.locator(".detail").getByText(states.APPROVED).waitFor();
    },
  ],
  [
    "a withdrawal approved in review",
    2,
    async (user) => {
      await user.client.settings.change({ manualApproval: true });
      const withdrawId = await openWithdrawal(user.client);
      const otpCode = await user.client.inbox.latestCode(withdrawId);
      await user.client.ask("POST", "/account-balance/withdraw/confirm", { withdrawId, otpCode });
      await user.follow("WithdrawalSentToReview");
      await user.press(user.texts.withdrawals.approve);
      await user.page.locator(".detail").getByText(user.texts.withdrawals.states.APPROVED).waitFor();
      await user.client.settings.change({ manualApproval: false });
    },
  ],
  [
    "a hold of 30 days and its release",
    4,
    async (user) => {
      const { create, hold, holds, release } = user.texts.charges;
      await user.goTo("charges");
      await user.choose(hold, holds.month);
      await user.press(create);
      await user.press(release);
      await user.page.locator(".steps").getByText(user.texts.events.HoldReleased).waitFor();
    },
  ],
  [
    "a chargeback",
    2,
    async (user) => {
      await user.client.charges.create({ total: 2_000, paid: true });
      await user.follow("ChargePaid");
      await user.press(user.texts.charges.chargeback);
      await user.page.locator(".detail-head").getByText(user.texts.charges.states.CHARGEBACK).waitFor();
    },
  ],
  [
    "a webhook that was switched off is on again, and gets what failed",
    4,
    async (user) => {
      const { redeliverFailed, redelivered, reactivate } = user.texts.webhooks;
      const url = `http://127.0.0.1:${await freePort()}/hooks`;
      await user.client.ask("POST", "/webhook", { name: "ERP", url, events: ["charge.paid"] });
      await user.client.charges.create({ total: 100, paid: true });
      await user.client.clock.advance({ by: "P1D" });
      await user.goTo("webhooks");
      await user.press(redeliverFailed);
      await user.page.getByRole("status").getByText(redelivered(0, 1)).waitFor();
      await user.use(user.page.getByRole("status").getByRole("button", { name: reactivate }));
      await user.press(redeliverFailed);
      await user.page.getByRole("status").getByText(redelivered(1, 0)).waitFor();
    },
  ],
  [
    "the bytes of a webhook, and its signature checked",
    2,
    async (user) => {
      const { sent, signatureFits } = user.texts.webhooks;
      await user.follow("AttemptRecorded");
      await user.page.locator(".detail", { hasText: '"charge.paid"' }).waitFor();
      await user.use(user.page.locator(".attempt summary").filter({ hasText: sent }).first());
      await user.page.getByText(signatureFits).first().waitFor();
    },
  ],
  [
    "back to before the mistake, and the two futures compared",
    3,
    async (user) => {
      const { position } = await user.client.clock.read();
      await user.client.charges.create({ total: 700, paid: true });
      await user.use(user.page.locator(".event-row").getByRole("button", { name: String(position), exact: true }));
      await user.press(user.texts.time.rewindHere);
      await user.press(user.texts.branches.compare);
      await user.page.locator(".differs").getByText(user.texts.branches.differs).first().waitFor();
    },
  ],
  [
    "a lost answer",
    2,
    async (user) => {
      const { add, words } = user.texts.faults;
      await user.goTo("faults");
      await user.use(user.page.getByRole("button", { name: add, exact: true }).first());
      await user.page.getByText(words["lose-response"], { exact: true }).waitFor();
    },
  ],
  [
    "a bad Friday",
    2,
    async (user) => {
      const { presetNames, apply, removeAll } = user.texts.faults;
      await user.goTo("faults");
      const friday = user.page.getByRole("listitem").filter({ hasText: presetNames["bad-friday"] });
      await user.use(friday.getByRole("button", { name: apply }));
      await user.page.getByRole("button", { name: removeAll }).waitFor();
    },
  ],
  [
    "a link to this moment",
    1,
    async (user) => {
      await user.press(user.texts.rail.copyLink);
      await user.page.getByText(user.texts.copy.copied).first().waitFor();
    },
  ],
  [
    "a world exported",
    2,
    async (user) => {
      await user.goTo("worlds");
      const saved = user.page.waitForEvent("download");
      await user.press(user.texts.worlds.export);
      expect((await saved).suggestedFilename()).toBe("world.json");
    },
  ],
  [
    "a fixture in YAML imported",
    2,
    async (user) => {
      const { import: label, unreadableFile } = user.texts.worlds;
      const input = user.page.getByLabel(label);
      await user.goTo("worlds");
      await input.setInputFiles({ name: "acme.yaml", mimeType: "text/yaml", buffer: Buffer.from("a: [") });
      await user.page.getByText(unreadableFile).waitFor();
      const asked = user.page.waitForEvent("filechooser");
      await user.use(input);
      await (await asked).setFiles(fixtureFile());
      await user.page.getByText("Padaria do Arquivo").first().waitFor();
    },
  ],
  [
    "a new world with a name",
    2,
    async (user) => {
      const { create } = user.texts.worlds;
      await user.goTo("worlds");
      await user.page.getByLabel(user.texts.words.name, { exact: true }).fill("Friday tests");
      await user.press(create);
      await user.page.locator(".worlds-table").getByText("Friday tests").waitFor();
    },
  ],
];

test.each([
  ["en", 1_280, "pointer"],
  ["pt", 390, "pointer"],
  ["en", 1_280, "keyboard"],
] as const)("the tasks of a day need these clicks (%s, %i pixels, by %s)", { timeout: 120_000 }, async (...way) => {
  const [language, width, by] = way;
  const { page, client } = await openSaldo({
    args: ["--webhook-urls", "any"],
    language,
    width,
    permissions: ["clipboard-write"],
    // The browser writes about every call that is refused.
    expectedErrors: [/4\d\d/],
  });
  const user = new User(page, client, language, by);
  const used: (readonly [task: string, clicks: number])[] = [];
  for (const [task, , does] of tasks) {
    await user.open("time");
    await does(user);
    used.push([task, user.uses]);
  }
  expect(used).toEqual(tasks.map(([task, clicks]) => [task, clicks]));
});

async function openWithdrawal(client: SaldoClient): Promise<string> {
  const answer = await client.ask("POST", "/account-balance/withdraw", { value: 10_000 });
  return answer.text("data.withdrawId");
}

function fixtureFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), "saldo-fixture-")), "acme.yaml");
  writeFileSync(file, "companies:\n  - name: Padaria do Arquivo\n    balance: 5000\n");
  return file;
}
