/** What worlds are drawn from. */
export interface PlanChoice {
  /** Names of acts; all by default. */
  readonly only?: readonly string[] | undefined;
  /** Without deaths of the application. */
  readonly withoutKill?: boolean | undefined;
  /** The name of a preset that each world begins with. */
  readonly preset?: string | undefined;
}
