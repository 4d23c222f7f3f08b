/** A browser opens six connections to one origin for all tabs together, and a stream takes one for itself. */
const MAX_STREAMS = 4;

/**
 * Takes one of the streams that the tabs of this browser share. Returns what gives it back; null if all are taken. Where
 * the browser has no locks, as for plain http addresses of other machines, every tab may have a stream.
 */
export async function takeStreamSlot(): Promise<(() => void) | null> {
  if (navigator.locks === undefined) return () => undefined;
  for (let slot = 0; slot < MAX_STREAMS; slot++) {
    const release = await tryLock(`saldo-stream-${slot}`);
    if (release !== null) return release;
  }
  return null;
}

/** Takes a lock if it is free. Returns what releases it. */
function tryLock(name: string): Promise<(() => void) | null> {
  const { promise: taken, resolve: take } = Promise.withResolvers<(() => void) | null>();
  void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    if (lock === null) return take(null);
    return new Promise<void>((release) => take(release));
  });
  return taken;
}
