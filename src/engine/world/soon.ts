/** A value that is there at once, or later: most calls need not wait, and a promise would cost each of them a turn. */
export type Soon<T> = T | Promise<T>;

/** Goes on with a value as soon as it is there. */
export function goOnWith<T, R>(value: Soon<T>, goOn: (value: T) => Soon<R>): Soon<R> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
