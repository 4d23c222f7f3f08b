import type { Command } from "../domain/command.ts";
import type { Company } from "../domain/company.ts";
import type { LiveWorld } from "../engine/live-world.ts";
import type { Moment } from "../engine/moment.ts";
import type { View } from "../spec/renderer.ts";
import { outcomeView } from "./outcome-view.ts";
import { Refused } from "./refused.ts";

/** A request's company in its world, as the API key tells. */
export class Session {
  readonly world: LiveWorld;
  readonly companyId: string;
  readonly #requireAdmin: () => void;

  constructor(world: LiveWorld, companyId: string, requireAdmin: () => void) {
    this.world = world;
    this.companyId = companyId;
    this.#requireAdmin = requireAdmin;
  }

  /** For what makes the server reach into its own network. Throws `Refused` when an admin token is set and not sent. */
  requireAdmin(): void {
    this.#requireAdmin();
  }

  /**
   * Carries out a command and answers with its outcome as it was at that moment. Throws `Refused` when it is about the
   * company, and the company is not there.
   */
  execute(command: Command): Promise<View> {
    return this.world.transact((transaction) => {
      if ("companyId" in command) this.#companyOf(transaction);
      return outcomeView(transaction.run(command), transaction);
    });
  }

  /**
   * Looks at the company at one moment. The view is taken at once; it leaves when what it saw is durable. Throws `Refused`
   * when the company is not there.
   */
  read<T>(look: (moment: Moment, company: Company) => T): Promise<T> {
    return this.world.transact((moment) => look(moment, this.#companyOf(moment)));
  }

  /** The same for what is about the world alone: there the key is good even when its company is not there. */
  readWorld<T>(look: (moment: Moment) => T): Promise<T> {
    return this.world.transact(look);
  }

  /** A world that went back to before the company was added has no such company, but its key can lead it on again. */
  #companyOf({ world }: Moment): Company {
    const company = world.companies.get(this.companyId);
    if (company !== undefined) return company;
    const message =
      "The company of this X-API-KEY is not there: the world was taken back to before it was added. POST /sandbox/rewind with this key leads to where it is there again.";
    throw new Refused({ type: "unauthorized", message });
  }
}
