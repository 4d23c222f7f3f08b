/** A text as it is, or its beginning when it is longer than so many characters: for messages that somebody reads. */
export function shortened(text: string, mostCharacters: number): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
}
