import { TargetUnusable } from "../../../contracts/probe.ts";
import { SaldoClient, type WorldOrder } from "../../client/saldo-client.ts";
import { UnexpectedAnswer } from "../../client/unexpected-answer.ts";
import { reasonOf } from "../start-refused.ts";
import { Usage } from "../usage.ts";
/** Where one scenario plays. */
export interface StoryWorld {
  /** null when it was there before, and stays. */
  readonly worldId: string | null;
  readonly apiKey: string;
}

/** The control plane of the target: makes worlds, and takes them away again. */
export class Worlds {
  readonly #url: string;
  readonly #client: SaldoClient;
  readonly #warn: (text: string) => void;

  constructor(url: string, adminToken: string | undefined, warn: (text: string) => void) {
    this.#url = url;
    const send = (request: Request) => fetch(request).catch((error: unknown) => unusable(url, error));
    this.#client = new SaldoClient({ url, apiKey: null, adminToken, fetch: send });
    this.#warn = warn;
  }

  /** @throws TargetUnusable for whatever is not a sandbox. */
  async mustBeThere(): Promise<void> {
    // A page that is shown for every path is no control plane, and no JSON.
    const answer = await this.#client.control.GET("/health", { parseAs: "text" });
    const health = parsed(answer.data);
    if (answer.response.ok && health.status === "ok" && typeof health.version === "string") return;
    throw new TargetUnusable(
      `${this.#url} has no control plane (GET /sandbox/health answers ${answer.response.status}): scenarios make time pass and customers pay, which only a sandbox can; for a deployment there is saldo contract`,
    );
  }

  /**
   * @param wished what the scenario says of its world; the rest is the same in every run.
   * @throws Usage when it cannot begin so, TargetUnusable when none can be made.
   */
  async make(wished: WorldOrder): Promise<StoryWorld> {
    const given = { fixture: "default", seed: "scenario", ...wished };
    const frozen = { clock: { mode: "frozen" }, ...wished } as const;
    return this.#client.world("world" in wished ? frozen : given).catch((error: unknown) => {
      throw error instanceof UnexpectedAnswer ? this.#refusal(error) : error;
    });
  }

  /** What the clock of a key's world says, ISO 8601. @throws TargetUnusable when the key opens no world. */
  async timeOf(apiKey: string): Promise<string> {
    const clock = await this.#client
      .of(apiKey)
      .clock.read()
      .catch((error: unknown) => {
        if (!(error instanceof UnexpectedAnswer)) throw error;
        throw new TargetUnusable(`${this.#url} answers ${error.status} to the API key that was given`);
      });
    return clock.now;
  }

  /** Whoever cannot be deleted is told, and does not change what the scenario has shown. */
  async remove(worldId: string): Promise<void> {
    const asked = this.#client.control.DELETE("/worlds/{worldId}", { params: { path: { worldId } } });
    const status = await asked.then(({ response }) => response.status).catch(() => null);
    if (status === 204 || status === 404) return;
    this.#warn(`warning: the world ${worldId} could not be deleted at ${this.#url}`);
  }

  #refusal({ status, body }: UnexpectedAnswer): Error {
    const { detail, title } = record(body);
    const why = `${detail ?? title ?? status}`;
    if (status === 400 || status === 422) return new Usage(`no world can begin so: ${why}`);
    if (status !== 401 && status !== 403) return new TargetUnusable(`${this.#url} makes no world: ${why}`);
    return new TargetUnusable(
      `${this.#url} makes worlds only for its administrator: --admin-token, or SALDO_ADMIN_TOKEN; or play in a world that you have, with --api-key`,
    );
  }
}

/** Why nothing answers, for who has typed an address. */
function unusable(url: string, error: unknown): never {
  const cause = error instanceof Error && error.cause !== undefined ? reasonOf(error.cause) : reasonOf(error);
  const port = URL.parse(url)?.port;
  const why = cause === "bad port" ? `port ${port} is one at which HTTP is not spoken; a sandbox is at 4400` : cause;
  throw new TargetUnusable(`${url} cannot be used: nothing answers there${why === "" ? "" : ` (${why})`}`, {
    cause: error,
  });
}

function parsed(text: string | undefined): Record<string, unknown> {
  try {
    return record(JSON.parse(text ?? ""));
  } catch {
    return {};
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
