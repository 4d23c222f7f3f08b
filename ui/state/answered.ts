/** What a lost connection or a failing server has prevented is tried again after this time. */
export const RETRY_MS = 1_000;

/** Asks until an answer says something, for as long as that is wanted. Returns null when it no longer is. */
export async function answered<A extends { readonly response: Response }>(
  ask: () => Promise<A> | undefined,
  isWanted: () => boolean,
): Promise<A | null> {
  while (isWanted()) {
    const answer = await ask()?.catch(() => undefined);
    if (answer !== undefined && answer.response.status < 500) return isWanted() ? answer : null;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return null;
}
