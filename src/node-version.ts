/**
 * The oldest Node that runs Saldo, as in "engines" of package.json; a test compares the two. This file imports nothing,
 * so that a Node of any age can load it and report the problem.
 */
export const MINIMUM_NODE = "22.22";

/** Returns one line that says that this Node is too old; null if it is not, or if there is no Node. */
export function nodeProblem(version: string | undefined = globalThis.process?.versions?.node): string | null {
  if (version === undefined || isAtLeast(version, MINIMUM_NODE)) return null;
  return `Saldo needs Node ${MINIMUM_NODE} or later; this is v${version}. Install a newer Node from https://nodejs.org.`;
}

function isAtLeast(version: string, minimum: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = minimum.split(".").map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}
