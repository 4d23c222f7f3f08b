/** A server that can be measured, and how it is started. */
export interface Candidate {
  /** As tables and charts call it. */
  readonly name: string;
  /** The program and its arguments; it is to listen at this port of 127.0.0.1. */
  readonly command: (port: number) => readonly [string, ...string[]];
  /** What it answers with a 2xx status once it is there. */
  readonly probe: { readonly path: string; readonly headers?: Readonly<Record<string, string>> };
}
