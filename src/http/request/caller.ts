/** The client of a request, as far as it can be seen: its connection is open, or it is gone. */
export interface Caller {
  readonly destroyed: boolean;
  once(event: "close", listener: () => void): unknown;
}

/** Returns a signal that is aborted when the client is gone or its response has left. */
export function goneSignal(caller: Caller): AbortSignal {
  const gone = new AbortController();
  if (caller.destroyed) gone.abort();
  else caller.once("close", () => gone.abort("gone"));
  return gone.signal;
}
