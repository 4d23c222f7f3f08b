import type { AttemptReport } from "../courier.ts";

/** The report of an attempt that is not given up. */
export async function reported(delivery: Promise<AttemptReport | null>): Promise<AttemptReport> {
  const report = await delivery;
  if (report === null) throw new Error("the attempt was given up");
  return report;
}
