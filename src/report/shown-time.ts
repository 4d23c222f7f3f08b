/** `2026-03-02 12:00:10`, with thousandths only where there are any. */
export function shownTime(iso: string): string {
  return iso.replace("T", " ").replace(/(\.000)?Z$/, "");
}

const UNITS = { d: 86_400_000, h: 3_600_000, min: 60_000, s: 1_000, ms: 1 } as const;

/** `+10 s`, `+30 d`, `+1 h 5 min`; empty where no time has passed. */
export function shownPassing(ms: number): string {
  let left = Math.abs(ms);
  const parts = Object.entries(UNITS).map(([unit, length]) => {
    const count = Math.floor(left / length);
    left -= count * length;
    return count === 0 ? "" : `${count} ${unit}`;
  });
  return ms === 0 ? "" : `${ms < 0 ? "−" : "+"}${parts.filter((part) => part !== "").join(" ")}`;
}
