import { type Signal, signal } from "@preact/signals";

/** Lets a field show a text and change it. */
export function typedInto(text: Signal<string>) {
  return {
    value: text.value,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      text.value = currentTarget.value;
    },
  };
}

/** Returns what keeps something that is typed about each of many things, also while none of its fields is shown. */
export function kept<T>(initial: T): (about: string) => Signal<T> {
  const drafts = new Map<string, Signal<T>>();
  return (about) => {
    const draft = drafts.get(about) ?? signal(initial);
    drafts.set(about, draft);
    return draft;
  };
}

/** Returns what empties fields once they were sent. What was typed into them since then was not, and stays. */
export function emptied(...fields: readonly Signal<string>[]): () => void {
  const sent = fields.map((field) => field.peek());
  return () => {
    for (const [i, field] of fields.entries()) if (field.peek() === sent[i]) field.value = "";
  };
}
