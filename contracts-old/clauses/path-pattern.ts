/**
 * Whether a pattern fits a path of keys. Its keys are parted by slashes; `*` stands for one key, `**` for any number, none
 * included. Within a key `~1` is a slash and `~0` a tilde, as in a JSON Pointer.
 */
export function matchesPath(pattern: string, path: readonly string[]): boolean {
  return matchesKeys(pattern.split("/"), path);
}

function matchesKeys(pattern: readonly string[], path: readonly string[]): boolean {
  const [first, ...others] = pattern;
  if (first === undefined) return path.length === 0;
  if (first === "**")
    return path.some((_, skipped) => matchesKeys(others, path.slice(skipped))) || matchesKeys(others, []);
  const [key, ...below] = path;
  return key !== undefined && (first === "*" || unescaped(first) === key) && matchesKeys(others, below);
}

function unescaped(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}
