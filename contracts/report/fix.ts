/** What receivers are written with, as far as a report can help. */
export const frameworks = ["Express", "Fastify", "Flask", "Laravel", "Spring"] as const;
export type Framework = (typeof frameworks)[number];

/** How to fix what a clause found. Several clauses share one. */
export interface Fix {
  readonly name: string;
  /** One sentence, for any framework. */
  readonly text: string;
  /** The same as code, or where to look; names and code stand in backticks. */
  readonly frameworks: Readonly<Record<Framework, string>>;
}

/** For a report without room for code. */
export function fixText({ name, text }: Fix): string {
  return `How to fix it (${name}): ${text}`;
}
