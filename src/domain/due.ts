import type { Instant } from "./instant.ts";

/** When something will happen. `order` ranks what is due at the same instant: first scheduled, first done. */
export interface Due {
  readonly at: Instant;
  readonly order: number;
}
