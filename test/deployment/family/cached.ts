/** Returns what reads something, and says the same again until it is older than this. */
export function cached<T>(read: () => T, seconds: number): () => T {
  let last: { readonly value: T; readonly at: number } | undefined;
  return () => {
    const known = last !== undefined && Date.now() < last.at + seconds * 1_000 ? last : undefined;
    last = known ?? { value: read(), at: Date.now() };
    return last.value;
  };
}
