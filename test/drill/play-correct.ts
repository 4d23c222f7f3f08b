/**
 * Drills the correct application, and says how fast that is and which pairs were never met.
 *
 *   node --conditions saldo-source test/drill/play-correct.ts [seconds] [seed]
 */
import { drill } from "saldo/drill";
import { Application } from "../../examples/drill/application.ts";
import { drilledExample } from "./drilled-example.ts";

const [, , seconds = "60", seed] = process.argv;
const drilled = await drill({ ...drilledExample(Application), seconds: Number(seconds), ...(seed && { seed }) });
const { worlds, durationMs, pairs } = drilled;
console.log(`${worlds} worlds without a difference, ${((worlds / durationMs) * 1_000).toFixed(0)} a second`);
const unmet = pairs.filter(({ count }) => count === 0);
console.log(`${pairs.length - unmet.length} of ${pairs.length} pairs met; never met:`);
for (const { subject, fault, missing } of unmet) console.log(`  ${subject} × ${fault}: ${missing}`);
