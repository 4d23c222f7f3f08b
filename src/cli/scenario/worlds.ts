import { TargetUnusable } from "../../../contracts/probe.ts";
import { SaldoClient, type WorldOrder } from "../../client/saldo-client.ts";
import { UnexpectedAnswer } from "../../client/unexpected-answer.ts";
import { versionAt } from "../health/health.ts";
import { reasonOf } from "../start-refused.ts";
import { Usage } from "../usage.ts";

/** Where one scenario plays. */
interface StoryWorld {
  /** null when it was there before, and stays. */
  readonly worldId: string | null;
  readonly apiKey: string;
}

const ADMIN_NEEDED =
  "makes worlds only for its administrator: --admin-token, or SALDO_ADMIN_TOKEN; or play in a world that you have, with --api-key";

/** The control plane of the target: makes worlds, and takes them away again. */
export class Worlds {
  readonly #url: string;
  readonly #client: SaldoClient;
  readonly #warn: (text: string) => void;

  constructor(url: string, adminToken: string | undefined, warn: (text: string) => void) {
    this.#url = url;
    this.#client = new SaldoClient({ url, apiKey: null, adminToken });
    this.#warn = warn;
  }

  /** Throws `TargetUnusable` for whatever is not a sandbox. */
  async mustBeThere(): Promise<void> {
    const why =
      "scenarios make time pass and customers pay, which only a sandbox can; for a deployment there is saldo contract";
    await versionAt(this.#url).catch((error: unknown) => {
      throw new TargetUnusable(`${this.#url} cannot be used: ${reasonOf(error)}; ${why}`, { cause: error });
    });
  }

  /**
   * Makes a world as the scenario says; the rest is the same in every run. `place`: where it says so. Throws `Usage` when
   * it cannot begin so, `TargetUnusable` when none can be made.
   */
  make(wished: WorldOrder, place: string): Promise<StoryWorld> {
    const given = { fixture: "default", seed: "scenario", ...wished };
    const frozen = { clock: { mode: "frozen" }, ...wished } as const;
    return this.#client
      .world("world" in wished ? frozen : given)
      .catch((error: unknown) => this.#fail(error, { place }));
  }

  /** Returns what the clock of a key's world says, ISO 8601. Throws `TargetUnusable` when the key opens no world. */
  async timeOf(apiKey: string): Promise<string> {
    const clock = this.#client.of(apiKey).clock.read();
    return (await clock.catch((error: unknown) => this.#fail(error, { asked: "the API key that was given" }))).now;
  }

  /** A world that cannot be deleted is told, and does not change what the scenario has shown. */
  async remove(worldId: string): Promise<void> {
    const asked = this.#client.control.DELETE("/worlds/{worldId}", { params: { path: { worldId } } });
    const status = await asked.then(({ response }) => response.status).catch(() => null);
    if (status === 204 || status === 404) return;
    this.#warn(`warning: the world ${worldId} could not be deleted at ${this.#url}`);
  }

  #fail(error: unknown, { asked, place }: { readonly asked?: string; readonly place?: string }): never {
    if (!(error instanceof UnexpectedAnswer))
      throw new TargetUnusable(`${this.#url} cannot be used: ${reasonOf(error)}`);
    const { status, body } = error;
    if (asked !== undefined) throw new TargetUnusable(`${this.#url} answers ${status} to ${asked}`);
    const { detail, title } = Object(body);
    const why = detail ?? title ?? status;
    if (status === 400 || status === 422) throw new Usage(`${place}: no world can begin so: ${why}`);
    const isForbidden = status === 401 || status === 403;
    throw new TargetUnusable(`${this.#url} ${isForbidden ? ADMIN_NEEDED : `makes no world: ${why}`}`);
  }
}
