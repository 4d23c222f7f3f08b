/** The beginning of a text as a copy, lest the whole text be kept in memory with it. */
export function copiedBeginning(text: string, most: number): string {
  return Buffer.from(text.slice(0, most)).toString();
}
