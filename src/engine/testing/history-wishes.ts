import type { Names } from "./history-names.ts";
import type { Destination, Journey, Which, Wish } from "./history-step.ts";
import type { Place } from "./model-place.ts";
import type { LongRequest, RewindRequest, ShortRequest } from "./model-request.ts";
import type { ModelState } from "./model-state.ts";
import type { ModelWorld } from "./model-world.ts";

/** How identifiers of a kind begin. Nobody should rely on it; here it helps to ask for what could be confused. */
const prefixes = { charges: "chg", withdrawals: "wdr", webhooks: "whk", deliveries: "dlv" } as const;
type Kind = keyof typeof prefixes;

/** A position within the facts of one command, which somebody knows who was told both ends. */
export type WithinCommand = number;

/** Makes of what somebody would like what can be asked for now. */
export class Wishes {
  readonly #model: ModelWorld;
  readonly #names: Names;

  constructor(model: ModelWorld, names: Names) {
    this.#model = model;
    this.#names = names;
  }

  /** `isAlone`: nothing else is asked for at the same time that could give an identifier out anew. */
  request(wish: Wish, isAlone: boolean): ShortRequest {
    if (!("which" in wish)) return wish;
    const { which, ...rest } = wish;
    return { ...rest, target: this.#target(kindOf(wish.do), which, isAlone) };
  }

  journey(journey: Journey, withinCommands: readonly WithinCommand[]): LongRequest {
    if (journey.do !== "rewind") return journey;
    const { deliveries } = journey;
    return { do: "rewind", to: this.#destination(journey.to, withinCommands), deliveries };
  }

  #target(kind: Kind, { back, isForeign }: Which, isAlone: boolean): string {
    const { state } = this.#model;
    if (isForeign && isAlone) return this.#foreign(kind, state, back);
    const things = state[kind];
    return things[things.length - 1 - (back % Math.max(1, things.length))]?.key ?? "none";
  }

  #foreign(kind: Kind, state: ModelState, back: number): string {
    const present = new Set(state[kind].map(({ key }) => this.#names.of(key)));
    const foreign = this.#names.ever.filter((id) => id.startsWith(prefixes[kind]) && !present.has(id));
    return foreign.at(-1 - (back % Math.max(1, foreign.length))) ?? "none";
  }

  #destination(destination: Destination, withinCommands: readonly WithinCommand[]): RewindRequest["to"] {
    const { position, surroundings, state } = this.#model;
    const { beginning, historyLimit, positions } = surroundings;
    switch (destination.by) {
      case "bookmark":
        return { bookmark: destination.name };
      case "position": {
        const told = [...positions.keys()].sort((a, b) => b - a);
        return { position: told[destination.back % told.length] ?? position };
      }
      case "oldest": {
        const kept = [...positions.keys()].filter((told) => told >= position - historyLimit);
        return { position: Math.min(...kept) };
      }
      case "forgotten": {
        const old = [...positions.keys()].filter((told) => told < position - historyLimit);
        return { position: old.length === 0 ? position : Math.max(...old) };
      }
      case "within-command":
        return { position: withinCommands.at(-1) ?? position };
      case "too-far":
        return { position: position + 1_000 };
      case "instant": {
        const start = beginning.state.now;
        return { at: start + Math.floor(((state.now - start) * destination.permille) / 1_000) };
      }
      case "moment-of":
        return { at: this.#placeBack(destination.back).state.now };
    }
  }

  #placeBack(steps: number): Place {
    let place = this.#model.tip;
    for (let i = 0; i < steps && place.before !== null; i += 1) place = place.before;
    return place;
  }
}

function kindOf(wish: Extract<Wish, { which: Which }>["do"]): Kind {
  switch (wish) {
    case "process":
    case "pay":
    case "expire":
    case "refund":
    case "chargeback":
      return "charges";
    case "delete-webhook":
    case "reactivate":
    case "test-webhook":
      return "webhooks";
    case "redeliver":
      return "deliveries";
    default:
      return "withdrawals";
  }
}
