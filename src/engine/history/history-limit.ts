/** So many of its newest events a world can go back to, if nothing else is said. Up to twice as many may be kept. */
export const defaultHistoryLimit = 100_000;
