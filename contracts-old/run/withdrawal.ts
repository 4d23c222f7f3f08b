import { describedName } from "../description/described-name.ts";
import type { Account } from "./account.ts";
import type { Answer } from "./answer.ts";
import { notListed } from "./not-listed.ts";
import { Broken, CouldNotRun, must } from "./verdict-error.ts";

/** Of a sandbox any amount above the floor does; the default world has 150,000 cents. */
const sandboxValueCents = 1_000;

/** How long a payment of the run may be in the way of another withdrawal. */
const payingMs = 60_000;

/** Opens a withdrawal, which the target must let the account; of an amount that can be withdrawn, unless one is given. */
export async function open(account: Account, valueCents?: number): Promise<Withdrawal> {
  const value = valueCents ?? (await usualValue(account));
  const askedAt = new Date().toISOString();
  let answer = await account.initiate(value);
  if (answer.status === 409) answer = await madeRoom(account, answer, value);
  if (!answer.isSuccess && account.control === undefined) {
    const reason = `an initiation of ${value} cents was refused with ${answer.status}; --value says another amount`;
    throw new CouldNotRun("balance", reason);
  }
  const id = answer.accepted("initiated", { value }).text("withdrawId");
  must(id !== "", "an initiation was answered with an empty withdrawId");
  return new Withdrawal(account, id, value, askedAt);
}

/** Something is open that this contract has not opened; what the run opens is closed before the next contract begins. */
async function madeRoom(account: Account, answer: Answer, value: number): Promise<Answer> {
  const open = answer.refused("withdrawal-already-open").text("withdrawId");
  if (account.control !== undefined) throw new Broken(`a new account has a withdrawal open already: ${open}`);
  if (account.run.opened.has(open)) return afterOwn(account, open, value);
  if (!account.run.settings.cancelOpen) {
    const reason = `the withdrawal ${open} was open before; cancel it, or let the suite do so with --cancel-open`;
    throw new CouldNotRun("no-open-withdrawal", reason);
  }
  const cancellation = await account.cancel(open);
  if (!cancellation.isSuccess) {
    const reason = `the withdrawal ${open} was open before, and its cancellation was answered with ${cancellation.status}`;
    throw new CouldNotRun("no-open-withdrawal", reason);
  }
  return account.initiate(value);
}

/** What has been confirmed cannot be cancelled, and a target may count it as open until it is paid. */
async function afterOwn(account: Account, own: string, value: number): Promise<Answer> {
  let answer: Answer | undefined;
  const isOver = async () => {
    answer = await account.initiate(value);
    return answer.status !== 409;
  };
  const isMade = await account.clock.passUntil(isOver, Math.min(account.run.settings.patienceMs, payingMs), 1_000);
  if (isMade && answer !== undefined) return answer;
  throw new CouldNotRun("no-open-withdrawal", `the run's own withdrawal ${own} is still under way`);
}

async function usualValue(account: Account): Promise<number> {
  if (account.control !== undefined) return sandboxValueCents;
  return account.run.settings.valueCents ?? account.run.once("least value", () => leastValue(account));
}

/** The simulation of the fee may say it; else it is the documented default of the minimum. */
async function leastValue(account: Account): Promise<number> {
  const answer = (await account.fee()).accepted("fee-simulated");
  const { description } = account.run.examiner;
  const name = describedName(description, answer.operation, "fee-simulated", "realMinimum") ?? "realMinimum";
  const said = answer.find(name);
  return typeof said === "number" && Number.isInteger(said) && said > 0 ? said : 101;
}

/** A withdrawal that a contract has opened. */
export class Withdrawal {
  readonly id: string;
  readonly valueCents: number;
  readonly account: Account;
  /** ISO 8601 in UTC, by the suite's own clock: when the newest code was asked for. */
  #sentAfter: string;
  #isResent = false;
  readonly #codes: string[] = [];

  constructor(account: Account, id: string, valueCents: number, sentAfter: string) {
    this.account = account;
    this.id = id;
    this.valueCents = valueCents;
    this.#sentAfter = sentAfter;
  }

  /** The newest code that was sent; none that was given before a new one was asked for. */
  async code(): Promise<string> {
    const current = this.#codes.at(-1);
    return current !== undefined && !this.#isResent ? current : this.#newCode();
  }

  /** Some code that is not the right one; another one for each `nth`. */
  async wrongCode(nth = 1): Promise<string> {
    const right = Number(await this.code());
    return String((right + nth * 101) % 1_000_000).padStart(6, "0");
  }

  confirm(otpCode: string): Promise<Answer> {
    return this.account.confirm(this.id, otpCode);
  }

  /** Confirms with the right code, which the target must accept. */
  async confirmRightly(): Promise<Answer> {
    const answer = await this.confirm(await this.code());
    return answer.accepted("code-accepted", { withdrawId: this.id });
  }

  /** So many wrong codes, each of which must be refused. */
  async spoil(attempts: number): Promise<void> {
    for (let nth = 1; nth <= attempts; nth += 1) {
      const answer = await this.confirm(await this.wrongCode(nth));
      answer.refused("otp-incorrect", { withdrawId: this.id });
    }
  }

  async resend(): Promise<Answer> {
    const askedAt = new Date().toISOString();
    const answer = await this.account.resend(this.id);
    if (answer.isSuccess) {
      this.#sentAfter = askedAt;
      this.#isResent = true;
    }
    return answer;
  }

  cancel(): Promise<Answer> {
    return this.account.cancel(this.id);
  }

  /** Its record in the history: the one that says its identifier. */
  async record(): Promise<Readonly<Record<string, unknown>>> {
    const answer = (await this.account.withdrawals()).accepted("withdrawals-listed", this.#known);
    const own = answer.records().find((record) => Object.values(record).includes(this.id));
    if (own !== undefined) return own;
    // Its identifier is not shown to be listed; its amount is.
    const alike = answer.records().filter((record) => Object.values(record).includes(this.valueCents));
    const [only] = alike;
    if (only !== undefined && alike.length === 1) return only;
    const missing = `the history does not have the withdrawal ${this.id} of ${this.valueCents} cents`;
    throw notListed(this.account, answer.records().length, missing);
  }

  /** @throws Broken when the history does not say it. */
  async status(): Promise<string> {
    const { status } = await this.record();
    must(typeof status === "string", `the history does not say the status of ${this.id}`);
    return status;
  }

  get #known() {
    return { withdrawId: this.id, value: this.valueCents };
  }

  async #newCode(): Promise<string> {
    const { run, apiKey } = this.account;
    const code = await run.desk.code(this.id, apiKey, this.#sentAfter, this.#codes);
    must(/^[0-9]{6}$/.test(code), `the code of ${this.id} is not six digits`);
    this.#codes.push(code);
    this.#isResent = false;
    return code;
  }
}
