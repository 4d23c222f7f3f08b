/** Where another process answers requests for its worlds. */
export interface Peer {
  /** An origin: `http://10.0.0.7:4010`. */
  readonly address: string;
  /** Marks what is passed on to it. */
  readonly token: string;
}

/** Digests of what must be the same in all processes, by names for people. */
export type SharedConfiguration = Readonly<Record<string, string>>;

/** One of several processes that share a store: each world is in the memory of one of them. */
export interface Sharing {
  /** Marks what other processes pass on to this one. */
  readonly token: string;
  /** Returns the processes to which requests can be passed on now. */
  peers(): readonly Peer[];
  /**
   * Throws `WriteFailed` if what this process knows of a world may be old by now, so that nothing of it may be told. Is asked
   * in the very block that looks at the world.
   */
  assertCurrent(worldId: string): void;
  /**
   * From now on, `onLost` is called with each world that this process had and that another one may have now. Its copy in
   * memory is dropped at once; nothing of it is told or written any more.
   */
  watch(onLost: (worldId: string) => void): void;
  /** Notes that this process is there. Returns the configurations of those that live and began earlier. */
  join(self: SharedConfiguration): Promise<readonly SharedConfiguration[]>;
  /** This process begins to end: it is compared with no more, and takes no world that another process can take. */
  leave(): Promise<void>;
}
