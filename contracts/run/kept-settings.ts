import type { Description } from "../judge/description.ts";
import { isObject } from "../judge/json.ts";
import { ownSettings, simulatedSettings } from "../model/own-settings.ts";
import type { Seen } from "../model/seen.ts";
import { simulationsIn } from "../model/simulations.ts";
import type { Account } from "../target/account.ts";
import type { Driver } from "../target/driver/driver.ts";
import type { TemplateValues } from "../target/driver/template.ts";
import type { SuiteOptions } from "./options.ts";

/** The settings of a real account: says which of them the target shows as ordered, and puts them back after the run. */
export class KeptSettings {
  readonly #options: Pick<SuiteOptions, "description" | "expected">;
  readonly #driver: Driver;
  #before: TemplateValues | undefined;
  #ordered: TemplateValues = {};

  constructor({ driver, ...options }: Pick<SuiteOptions, "driver" | "description" | "expected">) {
    this.#options = options;
    this.#driver = driver ?? { capabilities: new Set(), act: async () => ({}) };
  }

  /** The driver, as stories use it: settings that the target shows to be otherwise are listed in the result as `notShown`. */
  driverFor(account: Account): Driver {
    const { capabilities } = this.#driver;
    return {
      capabilities,
      act: (capability, given) =>
        capability === "change-settings" ? this.#change(account, given) : this.#driver.act(capability, given),
    };
  }

  /** Puts back what was changed. Returns a sentence for each setting that is not as it was before, or may not be. */
  async putBack(account: Account, seen: Seen): Promise<readonly string[]> {
    const changed = Object.keys(this.#ordered);
    if (changed.length === 0) return [];
    const before: TemplateValues = { ...ownSettings(seen), ...this.#options.expected, ...this.#before };
    const known = changed.filter((name) => before[name] !== undefined);
    const old = Object.fromEntries(known.map((name) => [name, before[name]]));
    const driver = this.#driver.outliving?.() ?? this.#driver;
    const failure =
      known.length === 0 ? undefined : await driver.act("change-settings", old).then(() => undefined, String);
    const shown: TemplateValues = await this.#shown(driver, account).catch(() => ({}));
    return changed.flatMap((name) => {
      const now = shown[name] ?? (failure === undefined ? before[name] : this.#ordered[name]);
      if (!known.includes(name))
        return `the account's ${name} is ${text(this.#ordered[name])} now: what it was is not known (read-settings in the driver tells)`;
      if (isSame(now, before[name])) return [];
      return `the account's ${name} is ${text(now)} now, and was ${text(before[name])}: change-settings did not put it back${failure === undefined ? "" : `: ${failure}`}`;
    });
  }

  async #change(account: Account, given: TemplateValues): Promise<TemplateValues> {
    this.#before ??= await this.#shown(this.#driver, account);
    this.#ordered = { ...this.#ordered, ...given };
    const result = await this.#driver.act("change-settings", given);
    const shown = [await simulated(account, this.#options.description), (await this.#driver.readSettings?.()) ?? {}];
    const notShown = Object.keys(given).filter((name) =>
      shown.some((told) => name in told && !isSame(told[name], given[name])),
    );
    return { ...result, ...(notShown.length > 0 && { notShown }) };
  }

  async #shown(driver: Driver, account: Account): Promise<TemplateValues> {
    return { ...(await simulated(account, this.#options.description)), ...(await driver.readSettings?.()) };
  }
}

async function simulated(account: Account, description: Description): Promise<TemplateValues> {
  const [simulation] = simulationsIn([await account.fee()], description);
  return simulation === undefined ? {} : { ...simulatedSettings(simulation) };
}

/** Only the share of a retention is compared: a duration can be written in several ways. */
function isSame(one: unknown, other: unknown): boolean {
  return isObject(one) && isObject(other) ? one.percent === other.percent : text(one) === text(other);
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? "";
}
