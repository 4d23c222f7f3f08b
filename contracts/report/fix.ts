/** How to fix what a clause found. Several clauses share one. */
export interface Fix {
  readonly name: string;
  /** One sentence, for any framework. */
  readonly text: string;
  /** Has the same as code: a file of the package, with its section. */
  readonly page: string;
}

export function fixText({ text, page }: Fix): string {
  return `How to fix it: ${text} As code: ${page}`;
}
