/** `2026-03-02 12:00:10`, with thousandths only where there are any. */
export function shownTime(iso: string): string {
  return iso.replace("T", " ").replace(/(\.000)?Z$/, "");
}

/** `+10 s`, `+30 d`, `+1 h 5 min`; empty where no time has passed. */
export function shownPassing(ms: number): string {
  if (ms === 0) return "";
  const sign = ms < 0 ? "−" : "+";
  const parts: string[] = [];
  let left = Math.abs(ms);
  for (const [unit, length] of units) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return `${sign}${parts.join(" ")}`;
}

const units: readonly (readonly [string, number])[] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
  ["ms", 1],
];
