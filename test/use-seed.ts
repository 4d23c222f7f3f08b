import fc from "fast-check";

/** The runner's configuration has chosen it: `test/seed.ts`. */
fc.configureGlobal({ seed: Number(process.env.TEST_SEED) });
