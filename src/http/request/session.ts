import type { Command } from "../../domain/command.ts";
import type { Company } from "../../domain/company.ts";
import type { LiveWorld } from "../../engine/world/live-world.ts";
import type { Moment, Transaction } from "../../engine/world/moment.ts";
import type { Soon } from "../../engine/world/soon.ts";
import type { View } from "../../spec/renderer.ts";
import { outcomeView } from "../reply/outcome-view.ts";
import { malformed, Refused } from "../reply/server-outcome.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The company of the API key; null if the operation needs no key. */
    session: Session | null;
  }
}

/** The company and the world of a request, found by its API key. */
export class Session {
  readonly world: LiveWorld;
  readonly companyId: string;
  readonly #isNamed: boolean;
  readonly #requireAdmin: () => void;
  readonly #traceparent: string | undefined;

  /** `isNamed`: whether the request names the company, and not its key. `traceparent`: the trace that it belongs to. */
  constructor(world: LiveWorld, companyId: string, isNamed: boolean, requireAdmin: () => void, traceparent?: string) {
    this.world = world;
    this.companyId = companyId;
    this.#isNamed = isNamed;
    this.#requireAdmin = requireAdmin;
    this.#traceparent = traceparent;
  }

  /**
   * Protects what makes the server connect to its own network. Throws `Refused` if an admin token is set and was not
   * sent.
   */
  requireAdmin(): void {
    this.#requireAdmin();
  }

  /**
   * Executes a command and returns the view of its outcome at that moment. Throws `Refused` if the command needs the
   * company and the company does not exist.
   */
  execute(command: Command): Soon<View> {
    return this.world.transact((transaction) => {
      if ("companyId" in command) this.#companyOf(transaction);
      return outcomeView(transaction.tracedBy(this.#traceparent).run(command), transaction);
    });
  }

  /**
   * Reads the company at one moment. The result is returned when everything it depends on is durable. Throws `Refused`
   * if the company does not exist.
   */
  read<T>(look: (moment: Moment, company: Company) => T): Soon<T> {
    return this.world.transact((moment) => look(moment, this.#companyOf(moment)));
  }

  /** Does the same with commands in it. */
  transact<T>(work: (transaction: Transaction, company: Company) => T): Soon<T> {
    return this.world.transact((transaction) => {
      return work(transaction.tracedBy(this.#traceparent), this.#companyOf(transaction));
    });
  }

  /** Reads the world at one moment. The key is valid for this even if its company does not exist. */
  readWorld<T>(look: (moment: Moment) => T): Soon<T> {
    return this.world.transact(look);
  }

  /**
   * After a rewind to before the company was added, the company does not exist; its key can still rewind the world
   * again.
   */
  #companyOf({ world }: Moment): Company {
    const company = world.companies.get(this.companyId);
    if (company !== undefined) return company;
    if (this.#isNamed) {
      const problem = `names no company of this world; GET /sandbox/world lists them`;
      throw new Refused(malformed([{ at: "headers/X-Saldo-Company", message: problem }]));
    }
    const message =
      "The company of this X-API-KEY is not there: the world was taken back to before it was added. POST /sandbox/rewind with this key leads to where it is there again.";
    throw new Refused({ type: "unauthorized", message });
  }
}
