import { setTimeout as sleep } from "node:timers/promises";
import { type CodeSource, NoCode } from "../../../contracts/target/codes/code-source.ts";
import { type Capability, outsideCapabilities } from "../../../contracts/target/driver/capability.ts";
import { type Driver, DriverError } from "../../../contracts/target/driver/driver.ts";
import type { Choices } from "./choices.ts";
import { Company } from "./company.ts";
import { operated } from "./operations.ts";
import { Server } from "./server.ts";
import type { Members } from "./shapes.ts";
import { type Routes, Webhooks } from "./webhooks.ts";
import { Wire } from "./wire.ts";

export const apiKey = "pk/9fA+2bQ=";
export const otherKey = "pk/Zx0+81w=";

/** A company of a member, with all that its API key reaches. */
export class Account {
  readonly choices: Choices;
  readonly wire: Wire;
  readonly webhooks: Webhooks;
  readonly company: Company;

  constructor(choices: Choices, routes: Routes) {
    this.choices = choices;
    this.wire = new Wire(choices);
    this.webhooks = new Webhooks(choices, this.wire, routes);
    this.company = new Company(choices, this.wire, this.webhooks.tell);
  }
}

/** A deployment of the interface with these choices, in this process, and the world around it. */
export class Member implements AsyncDisposable {
  readonly url: string;
  readonly #server: Server;
  readonly #own: Account;
  readonly #other: Account;
  #isOver = false;

  private constructor(url: string, server: Server, own: Account, other: Account) {
    this.url = url;
    this.#server = server;
    this.#own = own;
    this.#other = other;
    if (own.choices.traffic !== "none") this.#tradeOn();
  }

  static async start(choices: Choices, seed: number, routes: Routes): Promise<Member> {
    const accounts = new Map([apiKey, otherKey].map((key) => [key, new Account(choices, routes)]));
    const [own, other] = [...accounts.values()];
    if (own === undefined || other === undefined) throw new Error("a member has two companies");
    const server = new Server(own.wire, choices, seed, [...accounts.keys()], (asked) => {
      const account = accounts.get(asked.apiKey);
      return account && operated(asked, account);
    });
    return new Member(await server.listen(), server, own, other);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#server[Symbol.asyncDispose]();
  }

  /** The mailbox of the responsible persons. */
  readonly codes: CodeSource = {
    read: async ({ withdrawId, known, sentAfter }, signal) => {
      for (let passedMs = 0; passedMs < 30_000; passedMs += 500) {
        const mails = [...this.#own.company.mails, ...this.#other.company.mails];
        const came = mails.filter(
          (mail) => mail.withdrawId === withdrawId && mail.sentAt >= sentAfter && mail.comesAt <= Date.now(),
        );
        const code = came.at(-1)?.code;
        if (code !== undefined && !known.includes(code)) return { code, to: responsible, responsible };
        await sleep(500, undefined, { signal });
      }
      throw new NoCode("no new mail came within 30 s", true);
    },
  };

  /** What only the outside world can do, at the first company. */
  get driver(): Driver {
    const { company, webhooks } = this.#own;
    const { reserve } = company;
    const acts: Readonly<Partial<Record<Capability, (given: Members) => unknown>>> = {
      "make-charge": ({ total, externalId, customer }) => ({
        chargeId: reserve.charge(Number(total), externalId, customer),
      }),
      "pay-charge": ({ chargeId }) => reserve.pay(String(chargeId)),
      "expire-charge": ({ chargeId }) => reserve.expire(String(chargeId)),
      "dispute-charge": ({ chargeId }) => reserve.dispute(String(chargeId)),
      "authorize-subscription": () => ({ subscriptionId: reserve.subscription("subscription.authorized") }),
      "reject-subscription": () => ({ subscriptionId: reserve.subscription("subscription.rejected") }),
      "charge-subscription": (given) => reserve.subscription("subscription.charge.paid", String(given.subscriptionId)),
      "fail-subscription": (given) => reserve.subscription("subscription.charge.failed", String(given.subscriptionId)),
      "approve-withdrawal": ({ withdrawId }) => company.review(withdrawId, true),
      "decline-withdrawal": ({ withdrawId }) => company.review(withdrawId, false),
      "daily-withdrawal": () => company.payOutDaily(),
      "reactivate-webhook": ({ webhookId }) => webhooks.reactivate(String(webhookId)),
      "change-settings": (given) => set(company, given),
      "other-key": () => ({ apiKey: otherKey }),
    };
    const act = async (name: Capability, given: Members): Promise<Members> => {
      try {
        const result = acts[name]?.(given);
        return typeof result === "object" && result !== null ? { ...result } : {};
      } catch (error) {
        throw new DriverError(String(error));
      }
    };
    return { capabilities: new Set(outsideCapabilities.filter((name) => name in acts)), act };
  }

  /** What others do on the account. */
  #tradeOn(): void {
    setTimeout(() => {
      if (this.#isOver) return;
      const { choices, company } = this.#own;
      const customer = { id: "cus_7", name: "Zoë", email: "zoe@acme.dev", phone: "+5511911112222" };
      const chargeId = company.reserve.charge(999, "loja-7", customer);
      company.reserve.pay(chargeId);
      if (choices.traffic === "charges and chargebacks") company.reserve.dispute(chargeId);
      this.#tradeOn();
    }, 17_000);
  }
}

/** Settings as the suite calls them. */
function set({ settings, reserve }: Company, given: Members): void {
  if (typeof given.withdrawalFee === "number") settings.fee = given.withdrawalFee;
  if (typeof given.minimumWithdrawal === "number") settings.minimum = given.minimumWithdrawal;
  if (typeof given.manualApproval === "boolean") settings.isManual = given.manualApproval;
  if (given.retention === undefined) return;
  const [, percent = "0"] = /"percent":(\d+)/.exec(JSON.stringify(given.retention)) ?? [];
  const [, count = "0", unit = ""] = /PT(\d+)([SM])/.exec(JSON.stringify(given.retention)) ?? [];
  reserve.retention = Number(percent);
  reserve.holdSeconds = Number(count) * (unit === "M" ? 60 : 1);
}

const responsible = "financeiro@pagaluz.dev";
