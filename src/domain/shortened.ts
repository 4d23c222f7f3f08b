/** Returns a text, cut after `length` characters, for messages. */
export function shortened(text: string, mostCharacters: number): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
}
