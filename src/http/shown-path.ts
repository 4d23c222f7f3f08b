const MAX_SEGMENTS = 20;

/** An identifier that Saldo has made: of a charge, a withdrawal, a webhook and so on. */
const ownId = /^[a-z]{3}_[0-9a-f]{24}$/;

/**
 * Shows paths in logs, where a key or a code that a client has put into one must not be read. A segment is shown when it
 * stands in the path of a route or is an identifier of Saldo's making; every other one is `…`.
 */
export class ShownPaths {
  readonly #words = new Set<string>([""]);

  /** `route`: as the router has it, parameters with a colon. */
  learn(route: string): void {
    for (const segment of route.split("/")) if (!segment.startsWith(":")) this.#words.add(segment);
  }

  shown(path: string): string {
    const segments = path.split("/", MAX_SEGMENTS + 1);
    const shown = segments.map((segment) => (this.#words.has(segment) || ownId.test(segment) ? segment : "…"));
    return shown.join("/");
  }
}
