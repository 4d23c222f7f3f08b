import { copiedBeginning } from "./copied-beginning.ts";
import type { HiddenTexts } from "./hidden-texts.ts";

/** So much is kept of a body. */
export const mostCharacters = 8_192;
/** So much is kept of path and query. */
export const mostTargetCharacters = 1_024;

/** A text as it came or was sent; or what is shown of one that is too long. */
export type KeptText = string | CutText;

/** What must not be shown is not in it. */
export interface CutText {
  readonly shown: string;
  /** What was hidden, so that it can be hidden in the answer, too. */
  readonly hidden: HiddenTexts;
}

/** What is kept of a text that is too long, and says so. */
export function beginningOf(text: string, length = text.length, most = mostCharacters): string {
  const beginning = copiedBeginning(text, most);
  return `(cut: the first ${beginning.length} of ${length} characters) ${beginning}`;
}
