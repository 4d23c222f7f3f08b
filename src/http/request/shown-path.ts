const MAX_SEGMENTS = 20;

/** An id that Saldo generated: of a charge, a withdrawal, a webhook and so on. */
const ownId = /^[a-z]{3}_[0-9a-f]{24}$/;

/**
 * Writes paths for logs, where a key or a code that a client put into a path must not appear. A segment is shown if it
 * is part of a route or an id that Saldo generated; every other segment becomes `…`.
 */
export class ShownPaths {
  readonly #words = new Set<string>([""]);

  /** `route`: in the router's form, with a colon before parameters. */
  learn(route: string): void {
    for (const segment of route.split("/")) if (!segment.startsWith(":")) this.#words.add(segment);
  }

  shown(path: string): string {
    const segments = path.split("/", MAX_SEGMENTS + 1);
    const shown = segments.map((segment) => (this.#words.has(segment) || ownId.test(segment) ? segment : "…"));
    return shown.join("/");
  }
}
