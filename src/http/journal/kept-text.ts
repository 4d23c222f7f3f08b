/** So much is kept of a body. */
export const mostCharacters = 8_192;

/** A body as it came or was sent; or what is shown of one that is too long. */
export type KeptText = string | CutText;

/** What must not be shown is not in it. */
export interface CutText {
  readonly shown: string;
  /** What was replaced, so that it can be replaced in the answer, too. */
  readonly replaced: readonly string[];
}

/** Such a beginning is a copy, lest the whole text be kept in memory with it. */
export function beginningOf(text: string, length = text.length): string {
  const beginning = Buffer.from(text.slice(0, mostCharacters)).toString();
  return `(cut: the first ${beginning.length} of ${length} characters) ${beginning}`;
}
