import { TargetUnusable } from "../../../contracts/probe.ts";
import { SaldoClient, type WorldOrder } from "../../client/saldo-client.ts";
import { UnexpectedAnswer } from "../../client/unexpected-answer.ts";
import { versionAt } from "../health/health.ts";
import { reasonOf, UserError } from "../user-error.ts";

/** The control plane of the target: makes the worlds that scenarios play in, and deletes them. */
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
    const why = "scenarios move time and pay charges, which needs a sandbox; for a deployment use saldo contract";
    await versionAt(this.#url).catch((error: unknown) => {
      throw new TargetUnusable(`${this.#url} cannot be used: ${reasonOf(error)}; ${why}`, { cause: error });
    });
  }

  /** Makes a world, the same in every run. Throws `UserError` with `place` for a wrong order, or `TargetUnusable`. */
  async make(order: WorldOrder, place: string): Promise<{ readonly worldId: string; readonly apiKey: string }> {
    const beginning = { fixture: "default", seed: "scenario", ...order };
    try {
      // A save-file says all but the mode of its clock itself.
      return await this.#client.world("world" in order ? { clock: { mode: "frozen" }, ...order } : beginning);
    } catch (error) {
      const { status, detail } = failureOf(error);
      if (status === 400 || status === 422) throw new UserError(`${place}: the world cannot be created: ${detail}`);
      const isForbidden = status === 401 || status === 403;
      throw new TargetUnusable(
        isForbidden
          ? `${this.#url} makes worlds only for its administrator: set --admin-token or SALDO_ADMIN_TOKEN, or use a world of yours with --api-key`
          : `${this.#url} makes no world: ${detail}`,
        { cause: error },
      );
    }
  }

  /** Returns what the clock of a key's world says, ISO 8601. Throws `TargetUnusable` when the key opens no world. */
  async timeOf(apiKey: string): Promise<string> {
    try {
      return (await this.#client.of(apiKey).clock.read()).now;
    } catch (error) {
      const { status, detail } = failureOf(error);
      const problem = status === null ? `cannot be used: ${detail}` : `answers ${status} to the given API key`;
      throw new TargetUnusable(`${this.#url} ${problem}`, { cause: error });
    }
  }

  /** Deletes a world. A failure is only a warning, because it does not change what the scenario has shown. */
  async remove(worldId: string): Promise<void> {
    const asked = this.#client.control.DELETE("/worlds/{worldId}", { params: { path: { worldId } } });
    const status = await asked.then(({ response }) => response.status).catch(() => null);
    if (status !== 204 && status !== 404)
      this.#warn(`warning: the world ${worldId} could not be deleted at ${this.#url}`);
  }
}

function failureOf(error: unknown): { readonly status: number | null; readonly detail: unknown } {
  if (!(error instanceof UnexpectedAnswer)) return { status: null, detail: reasonOf(error) };
  const { detail = error.status } = Object(error.body);
  return { status: error.status, detail };
}
