/** A text of a source that is replaced. All planted errors are planted so: into the sandbox, its tests, and what a drill drives. */
export interface Edit {
  /** Where, from the root of what is changed. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** The source has changed, so a change of it no longer applies and must be written anew. */
export class DoesNotApply extends Error {
  override readonly name = "DoesNotApply";
}

/** Returns the text with the change. Throws `DoesNotApply` unless `find` stands in it exactly once. */
export function changed(text: string, { file, find, replace }: Edit): string {
  const times = text.split(find).length - 1;
  if (times !== 1) throw new DoesNotApply(`${file} has ${times} times, not once: ${find}`);
  return text.replace(find, () => replace);
}
