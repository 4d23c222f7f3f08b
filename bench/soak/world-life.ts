import { deepStrictEqual } from "node:assert/strict";
import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { balances } from "../../src/domain/testing/audited-world.ts";
import { Auditor } from "../../src/domain/testing/auditor.ts";
import { historyAfter } from "../../test/rules/told-history.ts";
import type { Tally } from "./tally.ts";

const beforeAll = "before-all";

/** What happens in a world that a tester uses. Throws when a request is refused, a fact breaks a rule, or the books differ. */
export class WorldLife {
  readonly #world: SaldoWorld;
  readonly #tally: Tally;
  readonly #auditor = new Auditor();

  constructor(world: SaldoWorld, tally: Tally) {
    this.#world = world;
    this.#tally = tally;
  }

  async begin(): Promise<void> {
    await this.#world.settings.change({ retention: { percent: 10, holdFor: "P30D" } });
    await this.#made("/webhook", {
      url: "https://hooks.acme.dev/saldo",
      name: "Soak",
      events: ["charge.paid", "charge.expired", "withdraw.completed"],
    });
    await this.#world.history.bookmark(beforeAll);
  }

  /** Payments, withdrawals, a month, and back. */
  async goRound(): Promise<void> {
    for (let i = 0; i < 10; i += 1) {
      await this.#world.charges.create({ total: 10_000 + i, paid: true });
      await this.#world.charges.create({ total: 500, expiresIn: "PT1H" });
      await this.#withdraw(i % 2 === 0);
    }
    const { attempts } = await this.#world.clock.advance({ by: "P31D" });
    this.#tally.count("advances");
    this.#tally.count("webhooks delivered", attempts.succeeded);
    if (attempts.failed > 0) throw new Error(`${attempts.failed} attempts failed`);
    await this.#audit();
    await this.#world.history.rewind({ bookmark: beforeAll });
    this.#tally.count("rewinds");
    await this.#audit();
  }

  async #withdraw(isConfirmed: boolean): Promise<void> {
    const withdrawId = await this.#made("/account-balance/withdraw", { value: 1_000 });
    if (isConfirmed) {
      const otpCode = await this.#world.inbox.latestCode(withdrawId);
      await this.#made("/account-balance/withdraw/confirm", { withdrawId, otpCode });
    } else {
      await this.#made("/account-balance/withdraw/cancel", { withdrawId });
    }
    this.#tally.count("withdrawals");
  }

  /** Everything that has happened follows the rules, and the books are what it comes to. */
  async #audit(): Promise<void> {
    const ask = this.#world.ask.bind(this.#world);
    for await (const { facts } of historyAfter(ask, this.#auditor.position)) {
      this.#auditor.read(facts.map(({ told }) => told));
    }
    const company = await ask("GET", "/sandbox/company");
    const { body } = await ask("GET", "/sandbox/ledger?limit=1");
    deepStrictEqual(Object(body).accounts, balances(this.#auditor.world, company.text("companyId")));
    this.#tally.count("audits");
  }

  /** Resolves with the identifier of the withdrawal, if it is about one. */
  async #made(path: string, body: object): Promise<string> {
    const answer = await this.#world.ask("POST", path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return String(answer.at("data.withdrawId"));
  }
}
