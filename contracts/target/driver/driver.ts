import type { Capability } from "./capability.ts";
import type { TemplateValues } from "./template.ts";

/** Does what no API key can do; `action-table.ts` says what a capability is given, and what it returns. */
export interface Driver {
  readonly capabilities: ReadonlySet<Capability>;
  act(capability: Capability, given: TemplateValues): Promise<TemplateValues>;
  /** Returns how the account is set, as far as it can tell. */
  readSettings?(): Promise<TemplateValues>;
  /** Returns a driver that also acts when the run was interrupted. */
  outliving?(): Driver;
}

/** A driver could not do what it was asked for; the message says which action, where, and why. */
export class DriverError extends Error {
  override readonly name = "DriverError";
}
