import type { Instant } from "./instant.ts";

/** When something is to happen. `order` tells apart, and ranks, what is due at the same instant: first scheduled, first done. */
export interface Due {
  readonly at: Instant;
  readonly order: number;
}
