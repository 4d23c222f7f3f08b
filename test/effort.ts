/** How many cases random and exhaustive tests try: 1 for `npm test`; `npm run test:long` sets TEST_EFFORT to more. */
export const effort = Number(process.env.TEST_EFFORT ?? 1);

/** From this effort on, exhaustive tests try every case. */
const WHOLE_EFFORT = 5;

/**
 * Yields the whole numbers from 1 to `count`, or with little effort every `step`th of them. It begins where the seed of the
 * run says, so that different commits try different cases.
 */
export function* casesUpTo(count: number, step: number): Generator<number> {
  const stride = effort >= WHOLE_EFFORT ? 1 : step;
  const first = 1 + (Number(process.env.TEST_SEED ?? 0) % stride);
  for (let one = first; one <= count; one += stride) yield one;
}
