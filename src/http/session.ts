import type { Command } from "../domain/command.ts";
import type { Company } from "../domain/company.ts";
import { must } from "../domain/world.ts";
import type { LiveWorld } from "../engine/live-world.ts";
import type { Moment } from "../engine/moment.ts";
import type { View } from "../spec/renderer.ts";
import { outcomeView } from "./outcome-view.ts";

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

  /** Carries out a command and answers with its outcome as it was at that moment. */
  execute(command: Command): Promise<View> {
    return this.world.transact((transaction) => outcomeView(transaction.run(command), transaction));
  }

  /** Looks at the world at one moment. The view is taken at once; it leaves when what it saw is durable. */
  read<T>(look: (moment: Moment, company: Company) => T): Promise<T> {
    return this.world.transact((moment) => look(moment, must(moment.world.companies, this.companyId)));
  }
}
