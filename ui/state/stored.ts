import { effect, type Signal, signal } from "@preact/signals";

/** Returns a choice that the browser keeps. Until something else is chosen, nothing is kept, so that `initial` may change. */
export function stored<V extends string>(name: string, values: readonly V[], initial: V): Signal<V> {
  const known = localStorage.getItem(name);
  const choice = signal(values.find((value) => value === known) ?? initial);
  effect(() => {
    if (choice.value !== (localStorage.getItem(name) ?? initial)) localStorage.setItem(name, choice.value);
  });
  return choice;
}
