import { readFileSync } from "node:fs";

/** A fenced block of a page. */
export interface Block {
  /** What stands behind the fence: `sh`, `console`, `ts`; empty for plain text. */
  readonly language: string;
  readonly text: string;
  /** Of the page, from 1: where the fence opens. */
  readonly line: number;
}

/**
 * The blocks of a Markdown page, for a test that runs them: whatever it takes counts as run, and at its end nothing may be
 * left. Blocks without a language are no code.
 */
export class DocumentedBlocks {
  readonly all: readonly Block[];
  readonly #left: Set<Block>;

  /** `page`: from the root of the repository, such as `docs/faults.md`. */
  constructor(page: string) {
    this.all = blocksOf(readFileSync(new URL(`../${page}`, import.meta.url), "utf8"));
    this.#left = new Set(this.all);
  }

  /** The next block of this language that was not taken yet and that matches. Throws when there is none. */
  take(language: string, pattern = /(?:)/): Block {
    const found = [...this.#left].find((block) => block.language === language && pattern.test(block.text));
    if (found === undefined) throw new Error(`the page has no (more) ${language} block with ${pattern}`);
    this.#left.delete(found);
    return found;
  }

  /** All blocks of this language that were not taken yet. */
  takeAll(language: string): readonly Block[] {
    const found = [...this.#left].filter((block) => block.language === language);
    for (const block of found) this.#left.delete(block);
    return found;
  }

  /** Code that no test has taken: the test of the page expects it to be empty. */
  get notRun(): readonly Block[] {
    return [...this.#left].filter(({ language }) => language !== "");
  }
}

function blocksOf(page: string): readonly Block[] {
  return [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(({ 1: language = "", 2: text = "", index }) => {
    return { language, text, line: page.slice(0, index).split("\n").length };
  });
}
