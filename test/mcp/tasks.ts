import { expect } from "vitest";
import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { exampleDrillFile } from "../drill/example-process.ts";
import { plant } from "../drill/planted-bug.ts";
import { feeForgotten } from "../drill/planted-bugs.ts";
import { temporaryFolder } from "../drill/temporary-folder.ts";

/** Calls a tool in the world of the task, and returns what it says. */
type Use = (tool: string, given?: Readonly<Record<string, unknown>>) => Promise<string>;

/** What an integrator or a tester asks of an agent, and the calls with which it finds out. */
export interface Task {
  readonly question: string;
  /** What happened before the agent came. */
  readonly before?: (world: SaldoWorld) => Promise<unknown>;
  readonly play: (use: Use, world: SaldoWorld) => Promise<void>;
  /** It needs tools that only `saldo mcp` has. */
  readonly isLocal?: true;
}

const call = (use: Use, operation: string, given: Readonly<Record<string, unknown>> = {}) =>
  use("call", { operation, with: given });
const idIn = (text: string, prefix: string) => new RegExp(`${prefix}_\\w+`).exec(text)?.[0] ?? "";
const codeIn = (text: string) => /^(\d{6}) /m.exec(text)?.[1] ?? "";

export const TASKS: readonly Task[] = [
  {
    question: "make the code expire and find out what the API says then",
    async play(use) {
      const withdrawId = idIn(await call(use, "initiateWithdrawal", { value: 10_000 }), "wdr");
      const otpCode = codeIn(await use("read_inbox"));
      await use("advance_clock", { by: "PT10M" });
      expect(await call(use, "confirmWithdrawal", { withdrawId, otpCode })).toMatch(/^HTTP 422\n.*"OTP_EXPIRED"/);
    },
  },
  {
    question: "why was this webhook switched off, and how does it come back?",
    async before(world) {
      const webhook = { url: "https://hooks.acme.dev/saldo", name: "shop", events: ["charge.paid"] };
      await world.ask("POST", "/webhook", webhook);
      await world.charges.create({ total: 5_000, paid: true });
      await world.clock.advance({ by: "P1D" });
    },
    async play(use) {
      const webhookId = idIn(await call(use, "listWebhooks"), "whk");
      const told = await use("explain", { about: webhookId });
      expect(told).toMatch(/attempt 5, given up\n.*webhook deactivated/);
      expect(await call(use, "reactivateWebhook", { webhookId })).toContain('"active":true');
    },
  },
  {
    question: "find the bug in this payout client with the drill",
    isLocal: true,
    async play(use) {
      await using folder = await temporaryFolder();
      await plant(feeForgotten, folder.path);
      const file = await exampleDrillFile(folder.path, folder.path);
      const story = await use("drill", { file, seed: "1", seconds: 300 });
      expect(story).toMatch(/^The books have booked R\$ \d+,\d\d more than is true.*\/confirm: 200/s);
      const [, apiKey] = /with the key (\S+):/.exec(story) ?? [];
      expect(await use("explain", { apiKey })).toContain("withdrawal settled");
    },
  },
  {
    question: "the bank refuses a payout: does the money come back, and what do the books say?",
    isLocal: true,
    async play(use) {
      const withdrawId = idIn(await call(use, "initiateWithdrawal", { value: 20_000 }), "wdr");
      const otpCode = codeIn(await use("read_inbox"));
      await call(use, "confirmWithdrawal", { withdrawId, otpCode });
      await call(use, "settleWithdrawal", { withdrawId, outcome: "FAILED", reason: "account closed" });
      expect(await use("read_ledger")).toMatch(/-R\$ 200,00 .*\n.*WithdrawalFailed.* R\$ 200,00 +R\$ 1\.500,00\n/);
      const payouts = [{ reference: "order-7", withdrawId, cents: 20_000, state: "paid" }];
      expect(await use("check_books", { books: { payouts } })).toMatch(
        /paid in the books, but the withdrawal is FAILED/,
      );
    },
  },
  {
    question: "a payment is charged back after the hold was released: what is left?",
    async play(use) {
      const chargeId = idIn(await use("create_charge", { total: 80_000, paid: true }), "chg");
      expect(await use("read_balance")).toMatch(/^available +R\$ 2\.300,00$/m);
      await call(use, "chargebackCharge", { chargeId });
      expect(await use("read_balance")).toMatch(/^available +R\$ 1\.500,00$/m);
    },
  },
  {
    question: "the answer to the withdrawal is lost: did it happen, and what does a second try say?",
    async play(use) {
      await use("add_fault", { kind: "lose-response", operationId: "initiateWithdrawal" });
      await expect(call(use, "initiateWithdrawal", { value: 10_000 })).rejects.toThrow("got no answer");
      expect(await call(use, "initiateWithdrawal", { value: 10_000 })).toMatch(/^HTTP 409\n.*"withdrawId":"wdr_/);
      expect(await use("explain")).toMatch(/no answer initiated fault lose-response\n.*\n.*withdrawal initiated/);
    },
  },
  {
    question: "does my application call in a way that loses no money, and which outcomes has it never met?",
    isLocal: true,
    async before(world) {
      await world.faults.add({ kind: "reset", operationId: "initiateWithdrawal" });
      await world.ask("POST", "/account-balance/withdraw", { value: 10_000 }).catch(() => null);
      await world.ask("POST", "/account-balance/withdraw", { value: 10_000 });
    },
    async play(use) {
      expect(await use("check_caller")).toMatch(/^broken: withdrawals\.looks-before-initiating-again.*How to fix it/s);
      expect(await use("read_coverage")).toMatch(/never met:\n.*outcome {2}confirmWithdrawal otp-expired/s);
    },
  },
  {
    question: "go back to before the payout, and try again on a bad day with the same code as before",
    async play(use) {
      await call(use, "setBookmark", { name: "before" });
      await call(use, "initiateWithdrawal", { value: 10_000 });
      await use("rewind_world", { bookmark: "before" });
      expect(await use("apply_preset", { preset: "slow-bank" })).toMatch(/^position +\d+$/m);
      expect(await call(use, "initiateWithdrawal", { value: 10_000 })).toMatch(/^HTTP 201\n/);
      expect(await use("advance_clock")).toMatch(/^position \d+ → \d+$/m);
      expect(await use("list_deliveries")).toContain("No deliveries.");
    },
  },
];
