/** A process that shares a store, as it tells the others. */
export interface Replica {
  readonly version: string;
  /** Digests of what must be the same in all processes, by names for people. */
  readonly configuration: Readonly<Record<string, string>>;
}

/** The processes that share a store. */
export interface Replicas {
  /** Notes that this process is there. Returns those that live and began earlier. */
  join(self: Replica): Promise<readonly Replica[]>;
  /** This process begins to end: it is compared with no more, and takes no world that another process can take. */
  leave(): Promise<void>;
}
