import type { Signal } from "@preact/signals";

/** Lets a field show a text and change it. */
export function typedInto(text: Signal<string>) {
  return {
    value: text.value,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      text.value = currentTarget.value;
    },
  };
}
