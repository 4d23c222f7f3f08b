/** What `saldo receiver check` can be told. */
export interface ReceiverChoice {
  /** In the order in which they were given. */
  readonly secret?: readonly string[];
  readonly header: readonly Header[];
  /** In milliseconds. */
  readonly timeout: number;
  readonly strict?: true;
  readonly only: readonly string[];
  readonly json?: string;
  readonly junit?: string;
  readonly html?: string;
  readonly github?: true;
  readonly list?: true;
}

export interface Header {
  readonly name: string;
  readonly value: string;
}
