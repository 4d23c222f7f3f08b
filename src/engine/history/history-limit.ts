/** So many of its newest events a world can go back to, if nothing else is said. */
export const defaultHistoryLimit = 100_000;
