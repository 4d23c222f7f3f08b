/** Returns the same function with a cache of its last results, for few first arguments that come again with the same others. */
export function remembering<K, V, A extends unknown[]>(
  most: number,
  answer: (question: K, ...beside: A) => V,
): (question: K, ...beside: A) => V {
  const known = new Map<K, V>();
  return (question, ...beside) => {
    const found = known.get(question);
    if (found !== undefined) return found;
    const value = answer(question, ...beside);
    if (known.size >= most) known.clear();
    known.set(question, value);
    return value;
  };
}

/** Returns the same function with its last result, for what comes again at once: a map of one costs a small answer more. */
export function rememberingLast<K, V>(answer: (question: K) => V): (question: K) => V {
  let last: { readonly question: K; readonly value: V } | undefined;
  return (question) => {
    if (last === undefined || last.question !== question) last = { question, value: answer(question) };
    return last.value;
  };
}
