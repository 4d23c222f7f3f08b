/** Whether a pattern fits a path of keys: `*` is one key, `**` any number, `~1` a slash, and `~0` a tilde. */
export function matchesPath(pattern: string, path: readonly string[]): boolean {
  return matchesKeys(keysOf(pattern), 0, path, 0);
}

function matchesKeys(pattern: readonly string[], from: number, path: readonly string[], at: number): boolean {
  const key = pattern[from];
  if (key === undefined) return at === path.length;
  if (key === "**") {
    for (let next = at; next <= path.length; next += 1) if (matchesKeys(pattern, from + 1, path, next)) return true;
    return false;
  }
  return at < path.length && (key === "*" || key === path[at]) && matchesKeys(pattern, from + 1, path, at + 1);
}

/** There are few patterns, and each is compared with thousands of paths. */
const known = new Map<string, readonly string[]>();

function keysOf(pattern: string): readonly string[] {
  const keys = known.get(pattern) ?? pattern.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  known.set(pattern, keys);
  return keys;
}
